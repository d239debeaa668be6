/*
 * SPDX-License-Identifier: MIT
 * The numbers of the strip chart: one event's samples over the repetitions of its last result, or
 * where samples are not sent, the means of its results as they came. Of runs that are sampled the
 * last repetition's rates over time, or estimates over rounds.
 */
#pragma once

#include "host/run/run.h"

#define CHART_POINTS 512

struct series {
    const char *event;         /* NULL: there is nothing to show yet */
    const struct result *last; /* the newest result of it */
    bool of_samples;
    const struct series_part *part; /* of a sampled run: the newest of it; `last` is NULL then */
    bool for_clocks;                /* points are for 1,000 clocks */
    unsigned ticks;                 /* or rounds, that the points are of */
    unsigned n, first;              /* points; the first one's number, counted from 1 */
    double points[CHART_POINTS];    /* oldest first */
    double least, most;
};

/*
 * Of `event` (NULL: of what came last) the newest `room` points; a series is drawn out, or several
 * ticks are put together, until it takes the room there is.
 */
void series_take(struct series *series, const struct run *run, const char *event, unsigned room);

/* How high a point stands of `levels`: 1 for the least, `levels` for the most; where all are the
 * same, half. 0: that one did not come. */
unsigned series_level(const struct series *series, unsigned point, unsigned levels);

/* The names of the events that have numbers, in the order they came first; returns how many. */
unsigned series_events(const struct run *run, const char **events, unsigned room);
