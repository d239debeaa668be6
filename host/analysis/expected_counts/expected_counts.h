/*
 * SPDX-License-Identifier: MIT
 * The counts that WORK() states for the results of a run.
 */
#pragma once

#include "host/data/run/run.h"
#include "tools/bench_work.h"

struct expected_count {
    const struct result *result;
    const struct bench_work *work;
    const struct work_count *count;
    const char *place; /* source location of the WORK() */
};

typedef void expected_count_callback(void *context, const struct expected_count *expected);

/*
 * Calls the callback for each count that a WORK() states for a result of the run. WORK() applies to
 * warm results without ablation, with usual paging, ring 0 counted, benchmarks in ring 0, on the
 * processor that it names. Reads the image `kernel` (NULL: next to this program) if it is the
 * run's; otherwise nothing is stated.
 */
void expected_counts_each(const struct run *run, const char *kernel,
                          expected_count_callback *callback, void *context);

/* Returns whether a WORK() can apply to a result. */
bool expected_counts_can_state(const struct run *run, const struct result *result);
