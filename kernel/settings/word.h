/*
 * SPDX-License-Identifier: MIT
 * Words: pieces of a longer text, split from its front.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word {
    const char *text; /* not terminated */
    size_t length;
};

/* Makes a word of a whole string. */
struct word word_from_text(const char *text);

bool word_is(struct word word, const char *text);

/* Splits *rest at the first `separator`: returns the text before it and removes both from *rest. */
struct word word_split(struct word *rest, char separator);

/* Returns the word without white space at both ends. */
struct word word_trim(struct word word);

/*
 * Reads the byte that two hexadecimal digits stand for. Returns false if the text does not begin
 * with two; it is not read beyond the first other character.
 */
bool word_hex_byte(const char *text, char *byte);

/*
 * Parses a decimal number from least to most, or a hexadecimal one after 0x; returns -1 for
 * anything else.
 */
int word_number(struct word word, uint32_t least, uint32_t most, uint32_t *number);
