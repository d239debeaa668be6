/*
 * SPDX-License-Identifier: MIT
 * Finds better orders of a loop's instructions: notes, and changes that were tried.
 */
#pragma once

#include "host/analysis/explain/explained.h"

/*
 * Returns the clocks of an iteration if the loop has these bytes; below 0 if it could not be run or
 * had another result. The flags of `flags_excepted` may differ after the loop.
 */
typedef double better_order_try(void *context, const uint8_t *bytes, unsigned size,
                                uint32_t flags_excepted);

/* Adds notes to lines, and changes. All were tried with `run` and take fewer clocks. */
void better_order_find(struct explained_loop *loop, const char *cpu, better_order_try *run,
                       void *context);
