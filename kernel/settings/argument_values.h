/*
 * SPDX-License-Identifier: MIT
 * The values of a benchmark's argument, from the list in its descriptor: numbers, with K or M for
 * times 1024 once or twice, and ranges of them, "4,16,1K..64K*2,1M..4M+1M"; or words, "up,down".
 */
#pragma once

#include <stddef.h>

enum { VALUES_MAX = 64, VALUES_SPELLING = 32 /* bytes of a value's spelling, with its 0 */ };

/*
 * How many there are, or -1 and in `error` a sentence on what will not do, and what would. Without
 * room for a sentence it is not looked for values that are there twice, which takes long.
 */
int values_count(const char *list, char *error, size_t size);

/*
 * Value `i` of a list that values_count() accepts, i below the count: the number, spelled as
 * briefly as can be (4096 is "4K"), or the place of the word in the list, from 0, and the word.
 */
long values_get(const char *list, unsigned i, char *spelling, size_t size);
