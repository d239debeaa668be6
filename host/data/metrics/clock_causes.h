/*
 * SPDX-License-Identifier: MIT
 * Splits a region's clocks by cause: stall clocks for each stall event of the P5, and the rest,
 * which is issue and everything that no P5 event counts in clocks. Causes may overlap (an AGI stall
 * in both pipes counts twice in one clock); the rest is clamped at 0.
 */
#pragma once

#include "host/data/run/run.h"

enum { CAUSES = 5 };

struct cause {
    const char *event, *text;
};
extern const struct cause causes[CAUSES + 1]; /* the last entry is the rest; its event is NULL */

struct clock_causes {
    double all, instructions; /* NAN if not counted */
    double causes[CAUSES];    /* NAN if not counted */
};

/* Returns the clocks for the region, ring, state and ablation of `place`. The total is
 * count_clocks, or time_stamp if count_clocks was not counted. */
struct clock_causes clock_causes_of(const struct run *run, const struct result *place);

/* Returns the clocks lost to a cause, or 0 if it was not counted. Cause number CAUSES is the
 * rest. */
double clock_causes_lost(const struct clock_causes *clocks, unsigned cause);

/* Returns whether every cause that the run's processor can count was counted. */
bool clock_causes_complete(const struct run *run, const struct result *place);
