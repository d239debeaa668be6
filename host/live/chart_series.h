/*
 * SPDX-License-Identifier: MIT
 * The numbers of the strip chart: one event's samples over the repetitions of its last result, or
 * where samples are not sent, the means of its results as they came.
 */
#pragma once

#include "host/run/run.h"

#define SERIES_MOST 512

struct series {
    const char *event;         /* NULL: there is nothing to show yet */
    const struct result *last; /* the newest result of it */
    bool of_samples;
    unsigned n, first;          /* points; the first one's number, counted from 1 */
    double points[SERIES_MOST]; /* oldest first */
    double least, most;
};

/*
 * Of the run's first n_results results, those of `event` (NULL: of the newest result's), the newest
 * `room` points of them.
 */
void series_take(struct series *series, const struct run *run, unsigned n_results,
                 const char *event, unsigned room);

/* How high a point stands of `levels`: 1 for the least, `levels` for the most; where all are the
 * same, half. */
unsigned series_level(const struct series *series, unsigned point, unsigned levels);

/* The names of the events that have numbers, in the order they came first; returns how many. */
unsigned series_events(const struct run *run, unsigned n_results, const char **events,
                       unsigned room);
