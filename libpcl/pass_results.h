/*
 * SPDX-License-Identifier: MIT
 * Combines results from several runs of the benchmark; each run counts one pass of the events.
 */
#pragma once

#include <stdint.h>

extern const unsigned pass_results_mode; /* PCLX_MODE_PASSES, or 0 if results cannot be combined */

/* Returns the pass of this run, before reduction modulo the number of passes. */
unsigned pass_results_pass(void);

/*
 * Stores the counts of this run's pass for the next result in program order, and fills in the other
 * passes from earlier runs. Returns PCL_SUCCESS, or PCLX_INCOMPLETE if a pass is missing; its
 * natives are then 0.
 */
int pass_results_combine(uint64_t deltas[]);
