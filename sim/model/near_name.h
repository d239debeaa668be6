/*
 * SPDX-License-Identifier: MIT
 * "Did you mean" suggestions: finds the name with the smallest number of inserted, deleted or
 * changed letters (Levenshtein distance).
 */
#pragma once

#include <stddef.h>

struct near_name {
    const char *best; /* NULL while no near name was offered */
    unsigned letters;
};

/*
 * Stores `name` if it is nearer to text[length] than those offered before, with a distance of at
 * most 3 letters and less than the typed length.
 */
void near_name_offer(struct near_name *near, const char *text, size_t length, const char *name);

/* Writes "; did you mean 'NAME'?", or nothing if no name is near. */
enum { NEAR_NAME_WORDS = 64 };
const char *near_name_words(const struct near_name *near, char words[NEAR_NAME_WORDS]);
