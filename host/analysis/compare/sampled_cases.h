/*
 * SPDX-License-Identifier: MIT
 * The cases of a sampled run, and the pair of two equal cases of two runs.
 */
#pragma once

#include "host/analysis/compare/result_pairs.h"

/* A benchmark in one machine state, sampled by one experiment; includes all its passes. */
struct sampled_case {
    const struct run *run;
    const struct sampling *first;
};

/* Adds a row of a case with its values before and after. `event` and `where` are copied. */
struct result_pair *sampled_cases_add_pair(struct result_pairs *pairs, enum pair_kind kind,
                                           const struct sampled_case *of, const char *where,
                                           const char *event, const struct values *a,
                                           const struct values *b);

struct sampled_cases {
    struct sampled_case *all;
    unsigned n;
};

/* Finds the selected cases of a run; the caller frees `all`. */
struct sampled_cases sampled_cases_of(const struct run *run,
                                      const struct result_selection *selection);

/*
 * Returns the other run's case for a case of `own`; NULL if it has none. Cases are matched if
 * benchmark, experiment, ring, state and ablation are equal; if a run has several such cases, they
 * are matched in order.
 */
const struct sampled_case *sampled_cases_partner(const struct sampled_cases *other,
                                                 const struct sampled_cases *own,
                                                 const struct sampled_case *one);
