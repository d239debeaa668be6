/*
 * SPDX-License-Identifier: MIT
 * Converts the words of MASM to those of GNU as: numbers, types, local labels, names.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns whether the letter can be part of a word. */
bool masm_is_word(char letter);

/* Returns whether the word is one of the names, which end with NULL. */
bool masm_word_is_among(const char *word, size_t n, const char *const *names);

/*
 * Converts the words of a line, omits its comment, and changes all but strings to lower case. The
 * caller frees the text.
 */
char *masm_words(const char *line);
