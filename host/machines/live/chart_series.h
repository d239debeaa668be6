/*
 * SPDX-License-Identifier: MIT
 * The numbers of the strip chart: one event's samples over the repetitions of its last result, or
 * the means of its results if samples are not sent. For sampled runs: the last repetition's rates
 * over time, or estimates over rounds.
 */
#pragma once

#include "host/data/run/run.h"

#define CHART_POINTS 512

struct chart_series {
    const char *event;         /* NULL: there is no data yet */
    const struct result *last; /* its newest result */
    bool of_samples;
    const struct series_part *part; /* of a sampled run: its newest part; `last` is NULL then */
    bool for_clocks;                /* points are per 1,000 clocks */
    unsigned ticks;                 /* ticks or rounds that the points cover */
    unsigned n, first;              /* number of points; number of the first one, counted from 1 */
    double points[CHART_POINTS];    /* oldest first */
    double least, most;
};

/*
 * Reads the newest `room` points of `event` (NULL: the event that arrived last). A series with few
 * ticks is stretched, and several ticks are combined if there are many, to fill the room.
 */
void chart_series_read(struct chart_series *series, const struct run *run, const char *event,
                       unsigned room);

/*
 * Returns the height of a point: 1 for the least, `levels` for the most, half if all are equal. 0
 * means that the point did not arrive.
 */
unsigned chart_series_level(const struct chart_series *series, unsigned point, unsigned levels);

/* Lists the names of the events with numbers, in the order of arrival; returns their number. */
unsigned chart_series_events(const struct run *run, const char **events, unsigned room);
