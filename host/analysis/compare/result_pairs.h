/*
 * SPDX-License-Identifier: MIT
 * Pairs the results of two runs, and their sampled data.
 */
#pragma once

#include "host/analysis/compare/welch.h"
#include "host/data/selection/result_selection.h"

enum pair_kind { OF_RESULTS, OF_SHARES, OF_RATES, OF_ESTIMATES, OF_TIMES };

struct result_pair {
    enum pair_kind kind;
    const struct result *a, *b; /* both have numbers; for sampled runs, made for the comparison */
    const char *where;          /* for sampled data: a function, "begun to drawn", or "" */
    struct difference difference;
    double p; /* corrected by Holm over all pairs */
};

struct result_pairs {
    struct result_pair *pairs; /* in the order in which `show` prints run a */
    unsigned n;
    struct string_set texts; /* of sampled runs */
    unsigned only_a, only_b; /* selected results that the other run does not have */
    unsigned no_number;      /* pairs in which one result has no number */
};

/* level: confidence level of the intervals, such as 0.95. */
void result_pairs_make(struct result_pairs *pairs, const struct run *a, const struct run *b,
                       const struct result_selection *selection, double level);

/* Stores Holm's correction over all pairs in p. */
void result_pairs_correct(struct result_pairs *pairs);
void result_pairs_free(struct result_pairs *pairs);
