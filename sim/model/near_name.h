/*
 * SPDX-License-Identifier: MIT
 * "Did you mean": of several names the one nearest to what was typed, by letters to add, drop or
 * change (Levenshtein).
 */
#pragma once

#include <stddef.h>

struct near_name {
    const char *best; /* NULL while none that was offered is near */
    unsigned letters;
};

/* Keeps `name` if it is nearer to text[length] than those offered before: by 3 letters at most, and
 * fewer than were typed. */
void near_name_offer(struct near_name *near, const char *text, size_t length, const char *name);

/* "; did you mean 'NAME'?", or nothing where none is near. */
enum { NEAR_NAME_WORDS = 64 };
const char *near_name_words(const struct near_name *near, char words[NEAR_NAME_WORDS]);
