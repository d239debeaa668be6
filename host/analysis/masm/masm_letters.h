/*
 * SPDX-License-Identifier: MIT
 * The extent of words in MASM.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns whether the letter can be part of a word. */
bool masm_is_word(char letter);

/* Returns the length of the word at the beginning of a text; 0 if it does not begin with one. */
size_t masm_word_length(const char *text);

/* Returns whether the word is one of the names, which end with NULL. */
bool masm_word_is_among(const char *word, size_t n, const char *const *names);
