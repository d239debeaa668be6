/*
 * SPDX-License-Identifier: MIT
 * "Did you mean": the nearest of several names to one that was mistyped.
 */
#pragma once

#include <stddef.h>

struct suggestion {
    const char *best; /* NULL while nothing near was offered */
    unsigned distance;
};

/* Keeps `candidate` if it is nearer to name[length] than what was offered before, and near enough;
 * where nothing is, the shortest that contains it. */
void suggest_offer(struct suggestion *suggestion, const char *name, size_t length,
                   const char *candidate);
