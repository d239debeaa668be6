/*
 * SPDX-License-Identifier: MIT
 * Where a region's clocks went: waits by cause, and the rest, which is issue and what no event of
 * the P5 gives clocks for. Causes may overlap (an AGI stall of both pipes counts twice in one
 * clock): the rest is then 0, never less.
 */
#pragma once

#include "host/run/run.h"

enum { CAUSES = 5 };

struct cause {
    const char *event, *text;
};
extern const struct cause causes[CAUSES + 1]; /* the last one is the rest, without an event */

struct clocks {
    double all, instructions; /* NAN where they were not counted */
    double causes[CAUSES];    /* likewise */
};

/* Those of the region, ring, state and ablation of `place`, by count_clocks or else time_stamp. */
struct clocks clocks_of(const struct run *run, const struct result *place);

/* Clocks lost by a cause, 0 where it was not counted; the rest where it is CAUSES. */
double clocks_by(const struct clocks *clocks, unsigned cause);
