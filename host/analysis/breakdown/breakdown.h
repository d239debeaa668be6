/*
 * SPDX-License-Identifier: MIT
 * Divides a region's clocks into parts that add up to all of them. Each part is counted, or
 * estimated from a count and a penalty or from a profile, and has an interval.
 */
#pragma once

#include "host/analysis/breakdown/breakdown_parts.h"
#include "host/analysis/breakdown/executing_clocks.h"
#include "host/analysis/breakdown/penalties.h"
#include "host/data/run/run.h"
#include "host/data/run/series_table.h"

enum part_source { PART_UNKNOWN, PART_COUNTED, PART_ESTIMATED };

struct part_clocks {
    enum part_source source;
    double clocks, low, high; /* 0 if unknown */
};

struct breakdown {
    double all, instructions; /* NAN if instructions were not counted */
    const struct part_list *list;
    struct part_clocks parts[PARTS_MOST];
    double unexplained;
    double overlap; /* clocks by which the counted parts exceed all clocks, or 0 */
    double samples; /* of the profile that `executing` comes from; 0 if there is no profile */
    bool no_slots;  /* pairs or instructions were not counted, so the issue part is missing */
};

/* Counts: of the region, ring, state and ablation of `place`, or of one multiplexing round. */
struct breakdown_counts {
    const struct run *run;
    const struct result *place;
    const struct series_table *rounds; /* NULL: use the results of `place` */
    unsigned round;
};

struct event_count {
    double mean, ci; /* NAN if the event was not counted */
};

struct event_count breakdown_event_count(const struct breakdown_counts *counts, const char *event);

/* Returns the sum of all known parts. */
double breakdown_part_sum(const struct breakdown *breakdown);

/*
 * For a P5; family_breakdown.h is for others. Returns false if the region's clocks were not
 * counted. executing: NULL without a profile.
 */
bool breakdown_of(const struct breakdown_counts *counts, const struct penalties *penalties,
                  const struct executing_clocks *executing, struct breakdown *breakdown);

/* Returns the clocks with a feature off divided by those with it on; NAN if unknown. */
double breakdown_without(const struct run *run, const struct result *place, const char *ablate);
