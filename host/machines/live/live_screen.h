/*
 * SPDX-License-Identifier: MIT
 * The state of the live view, and its drawing.
 */
#pragma once

#include "host/machines/live/chart_series.h"
#include "host/machines/live/time_left.h"
#include "host/data/wire/wire_reader.h"

/* The state of one target at one time. It does not change while the display is paused. */
struct moment {
    const char *target;
    unsigned index, n_targets; /* index of the target, from 0, and number of targets */
    struct pace pace;          /* its run is NULL before the first record */
    unsigned n_results, n_benches, n_faults, n_samplings, n_series;
    unsigned troubles[WIRE_TROUBLES];
    unsigned long long rejected, noise;
    double now; /* clock_seconds() */
};

#define SCREEN_MOST_EVENTS 128

/* The list for choosing an event; the row before the first event is "the latest". */
struct choice {
    bool open;
    const char *events[SCREEN_MOST_EVENTS];
    unsigned n, at; /* at 0: the latest; at i: events[i - 1] */
};

struct screen {
    struct moment moment;
    struct choice choice;
    const char *event; /* the chosen event; NULL: that of the latest result */
    bool paused;
};

/* Returns the run at that time: a copy that shares the run's arrays. The moment must have a run. */
struct run live_screen_moment_run(const struct moment *moment);

void live_screen_draw(const struct screen *screen);
