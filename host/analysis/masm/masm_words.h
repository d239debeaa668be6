/*
 * SPDX-License-Identifier: MIT
 * Converts the words of MASM to those of GNU as: numbers, types, local labels, names.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/analysis/masm/masm_names.h"
#include "host/analysis/masm/masm_structure.h"

/* Returns whether the letter can be part of a word. */
bool masm_is_word(char letter);

/* Returns whether the word is one of the names, which end with NULL. */
bool masm_word_is_among(const char *word, size_t n, const char *const *names);

/*
 * Returns the line without its comment, and in lower case except for strings; words in the order of
 * TASM's ideal mode (PROC name) in that of MASM (name PROC). The caller frees it.
 */
char *masm_lower(const char *line);

/*
 * Converts the words of line `number` in the form of masm_lower(). Names of variables and fields are
 * replaced. The caller frees the text.
 */
char *masm_words(const char *lower, unsigned number, const struct masm_names *names,
                 const struct masm_structures *structures);
