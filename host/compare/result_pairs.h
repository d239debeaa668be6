/*
 * SPDX-License-Identifier: MIT
 * The results of two runs, put side by side.
 */
#pragma once

#include "host/compare/welch.h"
#include "host/show/show.h"

struct pair {
    const struct result *a, *b; /* both with numbers */
    struct difference difference;
    double p; /* corrected by Holm over all pairs */
};

struct pairs {
    struct pair *pairs; /* in the order in which `show` has run a */
    unsigned n;
    unsigned only_a, only_b; /* selected results that the other run does not have */
    unsigned no_number;      /* that one of the two has no number for */
};

/* level: of the intervals, such as 0.95. */
void pairs_make(struct pairs *pairs, const struct run *a, const struct run *b,
                const struct selection *selection, double level);
void pairs_free(struct pairs *pairs);
