/*
 * SPDX-License-Identifier: MIT
 * How far a run is and how long it will take, from its bench and tick records.
 */
#pragma once

#include <stddef.h>

#include "host/run/run.h"
#include "host/wire/wire_line.h"

struct pace {
    const struct run *run; /* NULL before its first record */
    double began;          /* when its first record came, clock_seconds() */
    double ticked;         /* when a pass was done last */
    unsigned of_bench;     /* passes of the current benchmark that are done */
};

/* Takes each record as it comes, at `now`. True where it is the first of a run. */
bool pace_record(struct pace *pace, const struct run *run, const struct wire_record *record,
                 double now);

/* Passes of the run that are done; never more than run->passes. */
unsigned pace_done(const struct pace *pace);

/* Passes of the current benchmark, with all its variants. */
unsigned pace_passes_of_bench(const struct pace *pace);

/*
 * Seconds that are left, by the pace of an earlier run that was asked for the same, stretched as
 * this one is slower or faster; -1 where there is none: benchmarks are not alike, and nothing can
 * be said.
 */
double pace_rest(const struct pace *pace, double now);

/* "9 s left", "3 min 20 s left"; where nothing can be said "9 s so far", or "" before a pass is
 * done. */
const char *pace_left(const struct pace *pace, double now, char *text, size_t size);
