/*
 * SPDX-License-Identifier: MIT
 * Pieces of a longer text, taken off it from the front.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word {
    const char *text; /* no terminating 0 */
    size_t length;
};

/* All of a string. */
struct word word_of(const char *text);

bool word_is(struct word word, const char *text);

/* Takes what stands before the first `separator` off the front of *rest, and the separator. */
struct word word_take(struct word *rest, char separator);

/* Without the white space at both ends. */
struct word word_trim(struct word word);

/* A decimal number from least to most, or with 0x a hexadecimal one; -1 where it is anything else.
 */
int word_number(struct word word, uint32_t least, uint32_t most, uint32_t *number);
