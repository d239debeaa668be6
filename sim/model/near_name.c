/*
 * SPDX-License-Identifier: MIT
 * Finds the name nearest to a typed one: Levenshtein distance with a single row of the table.
 */
#include "sim/model/near_name.h"

#include <stdio.h>

#define LONGEST 40u
#define NEAR    3u

static unsigned near_name_smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned near_name_distance(const char *name, const char *text, size_t length)
{
    unsigned row[LONGEST + 1];

    for (unsigned i = 0; i <= length; i++)
        row[i] = i;
    for (unsigned j = 1; name[j - 1]; j++) {
        unsigned diagonal = row[0];

        row[0] = j;
        for (unsigned i = 1; i <= length; i++) {
            const unsigned changed = diagonal + (name[j - 1] != text[i - 1]);

            diagonal = row[i];
            row[i] = near_name_smaller(changed, 1 + near_name_smaller(row[i], row[i - 1]));
        }
    }
    return row[length];
}

void near_name_offer(struct near_name *near, const char *text, size_t length, const char *name)
{
    const unsigned letters = length <= LONGEST ? near_name_distance(name, text, length) : LONGEST;

    if (letters > NEAR || letters >= length || (near->best && letters >= near->letters))
        return;
    *near = (struct near_name){name, letters};
}

const char *near_name_words(const struct near_name *near, char words[NEAR_NAME_WORDS])
{
    if (!near->best)
        return "";
    snprintf(words, NEAR_NAME_WORDS, "; did you mean '%s'?", near->best);
    return words;
}
