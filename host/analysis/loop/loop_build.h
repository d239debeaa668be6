/*
 * SPDX-License-Identifier: MIT
 * Builds the image of code: the wrapper, and the code after it.
 */
#pragma once

#include "host/analysis/loop/loop_code_parts.h"

/* Returns the name of the code for messages. */
const char *loop_build_name(const struct given_code *given);

/*
 * Sets code->assembled and image. If nothing in the text determines its syntax and nasm rejects it,
 * GNU as in Intel syntax is tried. Returns 0, or -1 after a message.
 */
int loop_build(struct loop_code *code, const struct given_code *given);
