/*
 * SPDX-License-Identifier: MIT
 * Pairs the sampled data of two runs: each function's share of the samples, the mean rates of
 * events, estimates of multiplexed events, times between stamps. A rate is per repetition and 1,000
 * clocks; its spread is that between repetitions, since the ticks of one repetition are not
 * independent. An estimate is per repetition; its spread is that between rounds.
 */
#pragma once

#include "host/analysis/compare/result_pairs.h"

/*
 * The kernel images of the two runs, for the names of functions; NULL for the one next to this
 * program.
 */
struct kernels {
    const char *before, *after;
};

/*
 * Pairs the results as result_pairs_make() does, and the sampled data. Holm's correction is over
 * all pairs.
 */
void sampled_pairs_make(struct result_pairs *pairs, const struct run *a, const struct run *b,
                        const struct result_selection *selection, double level,
                        const struct kernels *kernels);

/* ---- shared by the implementation files ------------------------------------------------------ */

/* A benchmark in one machine state, sampled by one experiment; includes all its passes. */
struct sampled_case {
    const struct run *run;
    const struct sampling *first;
};

/* Adds a row of a case with its values before and after. `event` and `where` are copied. */
struct result_pair *sampled_pairs_add(struct result_pairs *pairs, enum pair_kind kind,
                                      const struct sampled_case *of, const char *where,
                                      const char *event, const struct values *a,
                                      const struct values *b);

/* Shares of functions in two profiles. */
struct profile_sides;
struct profile_sides *profile_pairs_load(const struct run *a, const struct run *b,
                                         const struct result_selection *selection,
                                         const struct kernels *kernels);
void profile_pairs_add(const struct profile_sides *sides, struct result_pairs *pairs,
                       const struct sampled_case *a, const struct sampled_case *b, double level);
void profile_pairs_free(struct profile_sides *sides);
