/*
 * SPDX-License-Identifier: MIT
 * The overheads that experiment=overhead measured (the thesis's Appendix D), as results of the
 * benchmarks `overhead/region`, `overhead/stub`, `overhead/run` and `overhead/program`, so that
 * they are shown, exported and compared as any other.
 */
#pragma once

#include <stdbool.h>

#include "host/data/run/run.h"

/* Returns whether the result is one of these. */
bool overhead_results_has(const struct result *result);

/* Returns the number of overheads that the run measured. */
unsigned overhead_results_count(const struct run *run);

/* Adds the results. An overhead is not corrected: it is the count itself, of one entry. NULL is
 * ignored. */
void overhead_results_add(struct run *run);
