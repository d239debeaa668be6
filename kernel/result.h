/*
 * SPDX-License-Identifier: MIT
 * From samples to a result: statistics, outliers, and the cost of the probes taken off.
 */
#pragma once

#include "kernel/run.h"

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
 * The widest interval of any event of the pass over any region, in percent of its raw mean (what
 * is left without overhead may be 0); beyond all where one repetition has no interval yet.
 */
fixed_t result_widest(struct run *run, const struct measurement *m);
