/*
 * SPDX-License-Identifier: MIT
 * Counts the probes of other regions inside the regions of a benchmark, and their cost.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* The probes of other regions inside the regions of a benchmark. The arrays are in the arena. */
struct nested_regions {
    unsigned n_regions;
    const struct measured_region *region; /* [n_regions], of the first pass */
    bool priced;                          /* any region contains probes, and their cost is known: */
    fixed_t *begin_cost, *end_cost;       /* by event, for a warm probe inside another region */
};

/*
 * Finds the nested regions, after the first pass: m is its measurement, and the state of its last
 * repetition is lost. A warning reports that they are unknown.
 */
void nested_regions_find(struct kernel_run *run, struct measurement *m,
                         struct nested_regions *nested);

/* Reports whether a region is entered before all others; false if that is unknown. */
bool nested_regions_is_first(const struct nested_regions *nested, unsigned region);

/* Measures the cost of a nested probe in the events of a pass, if there are nested regions. */
void nested_regions_measure_cost(struct kernel_run *run, const struct variant *v, unsigned pass,
                                 struct nested_regions *nested);

/* Marks a result of event e whose region contains other probes. */
void nested_regions_mark_result(const struct nested_regions *nested, unsigned e,
                                struct report_result *result);

/*
 * Estimates the share of those probes in the result, which has their numbers. Not in the small
 * image, nor is the function that measures a probe's cost.
 */
void nested_regions_mark_cost(const struct nested_regions *nested, unsigned e,
                              struct report_result *result);
