/*
 * SPDX-License-Identifier: MIT
 * Converts a line of MASM or TASM to GNU as in Intel syntax: numbers such as 0FFh, data, PROC,
 * segments, comments, and local labels (@@). Instructions are unchanged.
 */
#pragma once

#include "host/analysis/toolchain/masm_variables.h"

/*
 * Returns the converted line, which the caller frees. It is always one line, so that lines keep
 * their numbers. Lines in the form of GNU as are unchanged except for their case.
 */
char *masm_text_line(const char *line, const struct masm_variables *variables);
