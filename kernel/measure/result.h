/*
 * SPDX-License-Identifier: MIT
 * From samples to a result: statistics, outliers, and the cost of the probes taken off.
 */
#pragma once

#include "kernel/measure/run_experiment.h"

/*
 * One event, by its place in run->events, over the region at `place` of what was measured. Where
 * the event has no counter, or the region is broken, the result says so and has no numbers.
 */
struct report_result result_of(struct run *run, const struct measurement *m, unsigned place,
                               unsigned e, fixed_t overhead);

/*
 * What is known of an event over a region before it is measured; the status is RESULT_OK where a
 * counter counts it.
 */
struct report_result result_none(const struct run *run, const struct measurement *m,
                                 const struct measured_region *region, unsigned e);

/*
 * Statistics of n samples, each a sum over `runs` runs, for one run and with `off` taken off. The
 * samples stay as they are. -1: it could not be done, and an error was reported.
 */
int result_values(struct run *run, const int64_t *samples, unsigned n, unsigned runs, fixed_t off,
                  struct report_result *result);

/*
 * Takes up into run->repetitions, disturbed and excess how many repetitions of a pass took longer
 * than their median: by more than 5 median absolute deviations, and more than 100 clocks.
 */
void result_count_disturbed(struct run *run, const struct measurement *m);

/* What the samples of a counter over a region say for a finding, with `off` taken off. */
int result_steady(struct run *run, const struct measurement *m, unsigned place, unsigned counter,
                  fixed_t off, struct steady *steady);

/*
 * Whether the interval of each event of the pass over each region is as narrow as ci_target asks
 * for: in percent of its raw mean (what is left without overhead may be 0), or in counts. False for
 * one repetition, which has no interval yet.
 */
bool result_on_target(struct run *run, const struct measurement *m);
