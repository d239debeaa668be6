/*
 * SPDX-License-Identifier: MIT
 * Ranges of counts that belong to a region's own probes but are not in the calibrated overhead,
 * because they depend on the caches (pmc/README.md). Nothing is subtracted.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Counts of a region's probes beyond the calibrated overhead, in one event. */
struct probe_range {
    fixed_t displaced; /* of an end, if the region has displaced the stack from L1 */
    fixed_t reloaded;  /* of a begin, if the stack was displaced before */
    fixed_t in_cache;  /* of an entry, if its probes are in the caches; on a processor that executes
                          out of order the least that its end counts in any state */
    fixed_t cold;      /* of an entry there, if the code cache and the BTB do not contain them */
    fixed_t longer;    /* of an entry there, the most that its end takes beyond the least */
    fixed_t longer_in_cache; /* the same if the probes are in the code cache and the BTB */
    bool known;              /* measured, on a P6 and a Pentium 4 when a result needs it */
};

struct probe_ranges {
    uint32_t cold_lines[BY_BOTH]; /* that the begin of the calibrated empty region reads again, in
                                     the state cold; its overhead includes them */
    struct probe_range event[];   /* by event */
};

/*
 * Measures the ranges of all variants, after their overhead; on a P6 and a Pentium 4 only
 * allocates them. Returns -1 after an error record.
 */
int probe_ranges_calibrate(struct kernel_run *run);

/*
 * Finds how many accesses of probes to the stack miss L1 in each region, with one more repetition
 * of the benchmark; m is the measurement of the first pass. Only a P5 shows this. A warning reports
 * that the number is unknown. On a P6 and a K7, finds the states of end probes instead
 * (end_probe_states.h).
 */
void probe_ranges_find(struct kernel_run *run, struct measurement *m);

/*
 * Returns whether the benchmark's code before its first region has read the lines of the stack that
 * the begin of an empty region reads again in the state cold: the warm overhead is then the right
 * one.
 */
bool probe_ranges_stack_is_warm(const struct variant *variant,
                                const struct measured_region *region);

/*
 * Sets the range of a result of event e. On a processor that executes out of order, the first
 * result of a pass that needs a range makes this measure those of the pass: the regions' state is
 * lost.
 */
void probe_ranges_mark_result(struct kernel_run *run, const struct variant *variant,
                              const struct measured_region *region, unsigned e,
                              struct report_result *result);
