/*
 * SPDX-License-Identifier: MIT
 * When each part of a run's passes was done, here and by our clock, so that the next such run can
 * say what time is left: benchmarks, calibration and self-tests take what they take.
 */
#pragma once

#include <stddef.h>

#include "host/run/run.h"

#define PACE_PARTS 200

struct pace_marks {
    const struct run *run; /* NULL before its first record */
    double began;          /* when that came, seconds */
    unsigned n;            /* marks that were reached */
    double at[PACE_PARTS]; /* seconds from `began` to the tick that reached (i + 1) / PACE_PARTS */
};

/* Takes what a run has heard by `now`; another run begins anew. */
void pace_marks_take(struct pace_marks *marks, const struct run *run, double now);

/* Run.pace: "0.1 0.4 12.25", PACE_PARTS numbers; "" of a run that did not reach them all. For the
 * caller to free. */
char *pace_marks_text(const struct pace_marks *marks);

/*
 * Of an earlier run's pace: when so many of so many passes were done, and when all. False where
 * there is no such pace.
 */
bool pace_marks_read(const char *pace, unsigned done, unsigned passes, double *then, double *whole);
