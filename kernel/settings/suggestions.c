/*
 * SPDX-License-Identifier: MIT
 * Edit distance (Levenshtein, with a swap of neighbours as one step) between short names. Names
 * that contain the typed text have lower priority than close ones.
 */
#include "kernel/settings/suggestions.h"

#include <stdbool.h>

#include "kernel/lib/string.h"

#define LONGEST    64
#define LEAST_PART 4

static unsigned suggestions_least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Three rows of the distance table are enough: a swap refers to the row two before. */
static unsigned suggestions_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            unsigned replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = suggestions_least(replaced, suggestions_least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = suggestions_least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

static bool suggestions_contains(const char *text, const char *part, size_t length)
{
    for (; *text; text++)
        if (!strncmp(text, part, length))
            return true;
    return false;
}

void suggestions_offer(struct suggestion *suggestion, const char *name, size_t length,
                       const char *candidate)
{
    size_t candidate_length = strlen(candidate);
    if (length > LONGEST || candidate_length > LONGEST)
        return;
    unsigned part = LONGEST + candidate_length;
    if (length >= LEAST_PART && suggestions_contains(candidate, name, length) &&
        (!suggestion->best || part < suggestion->distance))
        *suggestion = (struct suggestion){candidate, part};
    unsigned steps = suggestions_distance(name, length, candidate, candidate_length);
    unsigned near_enough = 1 + length / 4;
    if (steps <= near_enough && (!suggestion->best || steps < suggestion->distance))
        *suggestion = (struct suggestion){candidate, steps};
}
