/*
 * SPDX-License-Identifier: MIT
 * The results of two runs, put side by side, and what they have that was sampled.
 */
#pragma once

#include "host/compare/welch.h"
#include "host/show/show.h"

enum pair_kind { OF_RESULTS, OF_SHARES, OF_RATES, OF_ESTIMATES, OF_TIMES };

struct pair {
    enum pair_kind kind;
    const struct result *a, *b; /* both with numbers; of sampled runs made for the comparison */
    const char *where;          /* of what was sampled: a function, "begun to drawn", or "" */
    struct difference difference;
    double p; /* corrected by Holm over all pairs */
};

struct pairs {
    struct pair *pairs; /* in the order in which `show` has run a */
    unsigned n;
    struct strings texts;    /* of sampled runs */
    unsigned only_a, only_b; /* selected results that the other run does not have */
    unsigned no_number;      /* that one of the two has no number for */
};

/* level: of the intervals, such as 0.95. */
void pairs_make(struct pairs *pairs, const struct run *a, const struct run *b,
                const struct selection *selection, double level);

/* Puts Holm's correction of them all into p. */
void pairs_correct(struct pairs *pairs);
void pairs_free(struct pairs *pairs);
