/*
 * SPDX-License-Identifier: MIT
 * Parses the values of a benchmark's argument from the list in its descriptor: numbers, where K and
 * M multiply by 1024 once or twice, and ranges, "4,16,1K..64K*2,1M..4M+1M"; or words, "up,down".
 */
#pragma once

#include <stddef.h>

enum { VALUES_MAX = 64, VALUES_SPELLING = 32 /* spelling: bytes including the terminator */ };

/*
 * Returns the number of values, or -1 with a sentence in `error` that names the mistake and the
 * valid forms. If size is 0, duplicate values are not detected, because that takes long.
 */
int argument_values_count(const char *list, char *error, size_t size);

/*
 * Returns value `i` of a list that argument_values_count() accepts, i below the count: the number,
 * with its shortest spelling (4096 is "4K"), or the index of the word, with the word as spelling.
 */
long argument_values_get(const char *list, unsigned i, char *spelling, size_t size);
