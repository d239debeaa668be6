/*
 * SPDX-License-Identifier: MIT
 * Bars of characters, for values on the machine's screen and in text reports.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define TEXT_BAR_MOST 64 /* characters of a bar, without its ends */

/* Returns the smallest of 1, 2 and 5 times a power of ten that is at least `value`; at least 1. */
uint64_t text_bar_scale(uint64_t value);

/*
 * Writes a bar of `width` characters between two '|'. A value of `full`, which is not 0, fills it;
 * '>' ends the bar of a larger value. Returns the length, as format() does.
 */
int text_bar_write(char *text, size_t size, uint64_t value, uint64_t full, unsigned width);
