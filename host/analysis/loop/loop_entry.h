/*
 * SPDX-License-Identifier: MIT
 * Finds the function or the part of the text to run.
 */
#pragma once

#include "host/analysis/loop/loop_code_parts.h"

/* Sets code->first, after, entry and function. Returns 0, or -1 after a message. */
int loop_entry_find(struct loop_code *code, const struct model *model,
                    const struct given_code *given);

/*
 * Returns the entry for a text whose beginning does not lead to a loop: the instruction after the
 * last RET before the first jump back. Returns 0 if the code has no jump back.
 */
uint32_t loop_entry_of_loop(const struct loop_code *code, const struct model *model);
