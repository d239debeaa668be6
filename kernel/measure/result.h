/*
 * SPDX-License-Identifier: MIT
 * Computes a result from samples: statistics, outliers, and subtraction of the probes' overhead.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/*
 * Computes the result of event e (index in run->plan.events) over the region at index `place` of m.
 * If the event has no counter, or the region is broken, the result has that status and no numbers.
 * Call it once for each event: it subtracts what cold probes cost more than warm ones from those
 * samples that have a run that began cold, so that all samples have the same overhead.
 */
struct report_result result_of(struct kernel_run *run, struct measurement *m, unsigned place,
                               unsigned e, struct overhead overhead);

/*
 * Returns what is known of an event over a region before the measurement; the status is RESULT_OK
 * if a counter counts the event.
 */
struct report_result result_none(const struct kernel_run *run, const struct measurement *m,
                                 const struct measured_region *region, unsigned e);

/*
 * Computes statistics of n samples, each a sum over `runs` runs, per run and with `off` subtracted.
 * The samples are not changed. Returns -1 after reporting an error.
 */
int result_values(struct kernel_run *run, const int64_t *samples, unsigned n, unsigned runs,
                  fixed_t off, struct report_result *result);

/*
 * Computes the statistics of the time-stamp counter over whole runs. Returns -1 after reporting an
 * error.
 */
int result_clocks(struct kernel_run *run, const struct measurement *m,
                  struct report_values *clocks);

/*
 * From kernel/measure/summed, for measurements with sums, and not in the small image: compute the
 * values of a counter over the region at that index, with result->off subtracted, and those of the
 * whole runs' clocks. Return -1 after reporting an error.
 */
int summed_samples_values(struct kernel_run *run, const struct measurement *m, unsigned place,
                          unsigned counter, struct report_result *result) __attribute__((weak));
int summed_samples_clocks(struct kernel_run *run, const struct measurement *m,
                          struct report_result *result) __attribute__((weak));

/* The median of the samples of event e, per run, without a correction; 0 if nothing counts it. */
fixed_t result_raw_median(const struct kernel_run *run, const struct measurement *m, unsigned place,
                          unsigned e);

/*
 * Adds to the tally's repetitions, disturbed and excess the repetitions of a pass that took longer
 * than their median by more than 5 median absolute deviations and more than 100 clocks.
 */
void result_count_disturbed(struct tally *tally, const struct measurement *m);

/*
 * Computes the value that the samples of a counter over a region yield for a finding, with `off`
 * subtracted.
 */
int result_steady(const struct disturbance *disturbance, const struct measurement *m,
                  unsigned place, unsigned counter, fixed_t off, struct steady *steady);

/*
 * Reports whether the confidence interval of each event of the pass over each region is as narrow
 * as ci_target requires: in percent of the raw mean (the corrected mean may be 0), or in counts.
 * False for one repetition, which has no interval yet.
 */
bool result_on_target(struct kernel_run *run, const struct measurement *m);
