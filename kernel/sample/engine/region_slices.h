/*
 * SPDX-License-Identifier: MIT
 * Divides the slices of a session between the regions of the benchmark: each sample has the counts
 * of each region since the sample before it.
 *
 * The handler closes every region that is open and begins it again with the next group's counters.
 * Only for processors whose probes read two counters themselves.
 */
#pragma once

#include "kernel/sample/engine/sampler.h"

struct region_slice {
    uint32_t delta[REGION_COUNTERS]; /* including what the probes and handlers add */
    uint32_t entries;
    uint32_t edges[REGION_COUNTERS]; /* begins and ends of interruptions that were counted */
};

/* Makes the handlers of the open source divide slices, for the sessions below. */
void region_slices_open(void);

/*
 * Selects the regions for the next sessions: they are entered by probes and end as often as they
 * begin. NULL, 0: none.
 */
void region_slices_select(const struct measured_region *region, unsigned n);

/* Prepares the repetitions of a session, after sampler_setup(). No effect without regions. */
void region_slices_setup(struct measure_setup *setup);

/* Allocates the slices of a session. Returns 0 or E_MEASURE_MEMORY. */
int region_slices_begin_session(const struct session *session);

/* The slice of that sample in the region at that index. */
const struct region_slice *region_slices_at(unsigned sample, unsigned region);
