/*
 * SPDX-License-Identifier: MIT
 * What the live view shows, and its drawing.
 */
#pragma once

#include "host/live/chart_series.h"
#include "host/live/time_left.h"
#include "host/wire/reader.h"

/* How it stands with one target at one moment. While the display is paused it stays as it is. */
struct moment {
    const char *target;
    unsigned index, n_targets; /* which of how many, from 0 */
    struct pace pace;          /* its run is NULL before the first record */
    unsigned n_results, n_benches, n_mishaps, n_samplings, n_series;
    unsigned troubles[WIRE_TROUBLES];
    unsigned long long rejected, noise;
    double now; /* clock_seconds() */
};

#define SCREEN_MOST_EVENTS 128

/* The list that an event is chosen from; the row before the first event is "the latest". */
struct choice {
    bool open;
    const char *events[SCREEN_MOST_EVENTS];
    unsigned n, at; /* at 0: the latest; at i: events[i - 1] */
};

struct screen {
    struct moment moment;
    struct choice choice;
    const char *event; /* that was chosen; NULL: always the latest result's */
    bool paused;
};

/* The run as far as it had come: a copy whose arrays are the run's own. There is one. */
struct run moment_run(const struct moment *moment);

void screen_draw(const struct screen *screen);
