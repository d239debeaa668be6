/*
 * SPDX-License-Identifier: MIT
 * Records when each part of a run's passes was finished, by the host's clock, so that the next run
 * of this kind can estimate its remaining time. Benchmarks, calibration and self-tests take unequal
 * times.
 */
#pragma once

#include <stddef.h>

#include "host/data/run/run.h"

#define PACE_PARTS 200

struct pace_marks {
    const struct run *run; /* NULL before its first record */
    double began;          /* time of the first record, seconds */
    unsigned n;            /* number of marks that were reached */
    double at[PACE_PARTS]; /* seconds from `began` to the tick that reached (i + 1) / PACE_PARTS */
};

/* Adds the progress of a run up to `now`; a new run starts from the beginning. */
void pace_marks_update(struct pace_marks *marks, const struct run *run, double now);

/* Returns the text for run.pace: "0.1 0.4 12.25", PACE_PARTS numbers; "" if the run did not reach
 * them all. The caller frees it. */
char *pace_marks_text(const struct pace_marks *marks);

/* Reads an earlier run's pace: *then is the time at which `done` of `passes` passes were finished,
 * *whole the time for all. Returns false if the text is no such pace. */
bool pace_marks_read(const char *pace, unsigned done, unsigned passes, double *then, double *whole);
