/*
 * SPDX-License-Identifier: MIT
 * The progress of a run and its remaining time, from its bench and tick records.
 */
#pragma once

#include <stddef.h>

#include "host/data/run/run.h"
#include "host/data/wire/wire_line.h"

struct pace {
    const struct run *run; /* NULL before its first record */
    double began;          /* arrival of its first record, clock_seconds() */
    double ticked;         /* completion of the last pass */
    unsigned of_bench;     /* completed passes of the current benchmark */
};

/* Handles a record that arrived at `now`. Returns true for the first record of a run. */
bool time_left_record(struct pace *pace, const struct run *run, const struct wire_record *record,
                      double now);

/* Returns the completed passes of the run, at most run->passes. */
unsigned time_left_passes_done(const struct pace *pace);

/* Returns the passes of the current benchmark with all its variants. */
unsigned time_left_bench_passes(const struct pace *pace);

/*
 * Returns the remaining seconds: the time of an earlier run with the same request, scaled by the
 * speed of this run; -1 without such a run, since benchmarks take different times.
 */
double time_left_seconds(const struct pace *pace, double now);

/*
 * Formats "9 s left", "3 min 20 s left"; "9 s elapsed" without an estimate, or "" if the number of
 * passes is unknown.
 */
const char *time_left_text(const struct pace *pace, double now, char *text, size_t size);
