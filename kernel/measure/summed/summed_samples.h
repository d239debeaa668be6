/*
 * SPDX-License-Identifier: MIT
 * Measures more repetitions than memory has room for: a window of samples is added to exact sums,
 * again and again. The small image lacks these functions.
 */
#pragma once

#include "kernel/measure/experiment/pass_run.h"

/*
 * Begins the measurement anew with a window of samples, after repetition_begin() found too little
 * memory for all. Returns E_MEASURE_MEMORY where the setting needs the samples themselves: for
 * outliers, targets, batches, findings, or to send them.
 */
int summed_samples_begin(struct kernel_run *run, const struct pass_setting *setting,
                         struct measurement *m) __attribute__((weak));

/* Makes the repetitions. Returns 0 or an error of repetition_repeat(). */
int summed_samples_repeat(struct kernel_run *run, const struct pass_setting *setting,
                          struct measurement *m) __attribute__((weak));

/*
 * Compute the values of a counter over the region at that index, with result->off subtracted, and
 * those of the whole runs' clocks. Return -1 after reporting an error.
 */
int summed_samples_values(struct kernel_run *run, const struct measurement *m, unsigned place,
                          unsigned counter, struct report_result *result) __attribute__((weak));
int summed_samples_clocks(struct kernel_run *run, const struct measurement *m,
                          struct report_result *result) __attribute__((weak));
