/*
 * SPDX-License-Identifier: MIT
 * Pairs the profiles of two runs: each function's share of the samples.
 */
#pragma once

#include "host/analysis/compare/sampled_cases.h"

/*
 * The kernel images of the two runs, for the names of functions; NULL for the one next to this
 * program.
 */
struct kernels {
    const char *before, *after;
};

/* Shares of functions in two profiles. */
struct profile_sides;
struct profile_sides *profile_pairs_load(const struct run *a, const struct run *b,
                                         const struct result_selection *selection,
                                         const struct kernels *kernels);
void profile_pairs_add(const struct profile_sides *sides, struct result_pairs *pairs,
                       const struct sampled_case *a, const struct sampled_case *b, double level);
void profile_pairs_free(struct profile_sides *sides);
