/*
 * SPDX-License-Identifier: MIT
 * What two runs have that was sampled, put side by side: each function's share of the samples, the
 * mean rates of events, estimates of events that were counted by turns, times between stamps.
 *
 * A rate is of a repetition, for 1,000 clocks, and its spread is that between repetitions: ticks of
 * one repetition hang together. An estimate is of a repetition, its spread that between rounds.
 */
#pragma once

#include "host/compare/result_pairs.h"

/* The images that ran, for functions; NULL: the one beside this program. */
struct kernels {
    const char *before, *after;
};

/* Results as pairs_make has them, and what was sampled; Holm's correction is of all. */
void pairs_make_all(struct pairs *pairs, const struct run *a, const struct run *b,
                    const struct selection *selection, double level, const struct kernels *kernels);

/* ---- between the parts ------------------------------------------------------------------------
 */

/* A benchmark in one machine state, sampled by one experiment: all passes of it. */
struct sampled_case {
    const struct run *run;
    const struct sampling *first;
};

/* A row of a case: values before and after. `event` and `where` are copied. */
struct pair *pairs_add_sampled(struct pairs *pairs, enum pair_kind kind,
                               const struct sampled_case *of, const char *where, const char *event,
                               const struct values *a, const struct values *b);

/* Shares of functions in two profiles. */
struct profile_sides;
struct profile_sides *profile_sides_find(const struct run *a, const struct run *b,
                                         const struct selection *selection,
                                         const struct kernels *kernels);
void profile_sides_pair(const struct profile_sides *sides, struct pairs *pairs,
                        const struct sampled_case *a, const struct sampled_case *b, double level);
void profile_sides_free(struct profile_sides *sides);
