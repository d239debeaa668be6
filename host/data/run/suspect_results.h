/*
 * SPDX-License-Identifier: MIT
 * Counts and reports a run's suspect results: those that cannot be right (pmc/plausibility.h).
 */
#pragma once

#include "host/data/run/run.h"

/* Returns the number of suspect results. */
unsigned suspect_results_count(const struct run *run);

/*
 * Prints one message if any of the results is suspect: `prefix`, the number of suspect results, and
 * the first one with its reason. Returns their number.
 */
unsigned suspect_results_report(const struct result *const *results, unsigned n,
                                const char *prefix);

/* The same for all results of a run. */
unsigned suspect_results_report_run(const struct run *run, const char *prefix);
