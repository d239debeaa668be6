/*
 * SPDX-License-Identifier: MIT
 * Measures the overhead of an empty region in each variant and event.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Calibrates all variants of the plan. Returns -1 after an error record. */
int calibration_run(struct kernel_run *run);

/*
 * Measures the whole run of another benchmark as an empty one is measured: overhead[e] receives its
 * count of event e.
 * Returns 0, or -1 after reporting an error.
 */
int calibration_run_benchmark(struct kernel_run *run, const struct variant *variant,
                              const struct benchmark *benchmark, struct overhead *overhead);
