/*
 * SPDX-License-Identifier: MIT
 * Converts the words of MASM to those of GNU as: numbers, types, local labels, names.
 */
#pragma once

#include "host/analysis/masm/masm_names.h"
#include "host/analysis/masm/masm_structure.h"

/*
 * Returns the line without its comment, and in lower case except for strings. TASM's ideal mode
 * (PROC name) becomes the order of MASM (name PROC). The caller frees it.
 */
char *masm_lower(const char *line);

/*
 * Converts the words of line `number` in the form of masm_lower(). Names of variables and fields
 * are replaced. The caller frees the text.
 */
char *masm_words(const char *lower, unsigned number, const struct masm_names *names,
                 const struct masm_structures *structures);
