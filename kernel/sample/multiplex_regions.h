/*
 * SPDX-License-Identifier: MIT
 * Counts of a benchmark's regions in a multiplexed session (multiplex_regions=yes): estimated from
 * the slices of each group, and exact.
 */
#pragma once

#include "kernel/sample/sampled.h"

/* Returns -1 after reporting that the settings or the processor do not permit it. */
int multiplex_regions_check(struct kernel_run *run, const struct sample_source *source);

/*
 * Finds the regions, selects them for the next sessions and calibrates the probes' overhead.
 * Without the setting, or with no regions, nothing follows. Returns 0, or -1 after reporting an
 * error.
 */
int multiplex_regions_begin(const struct sampled *sampled);

/* Ends the selection. */
void multiplex_regions_end(void);

/* The rounds of a session, of all groups or of one that is counted continuously. */
struct multiplex_rounds {
    const struct sampled *sampled;
    const struct session_end *end;
    unsigned slices, rounds; /* slices in a round */
    bool exact;              /* a group is counted continuously */
};

/* Sends the counts of a group's events in each region. */
void multiplex_regions_report(const struct multiplex_rounds *rounds, unsigned group);

/* Scales the count in a group's slices to the whole round. In multiplex.c. */
int64_t multiplex_scale(const struct multiplex_rounds *rounds, unsigned round, unsigned group,
                        int64_t counted);
