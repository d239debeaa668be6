/*
 * SPDX-License-Identifier: MIT
 * Taken from the run anew each time it is drawn: the run has all of it.
 */
#include "host/live/chart_series.h"

#include <string.h>

static const struct result *newest(const struct run *run, unsigned n_results, const char *event)
{
    for (unsigned i = n_results; i-- > 0;)
        if (result_ok(&run->results[i]) && (!event || !strcmp(run->results[i].event, event)))
            return &run->results[i];
    return NULL;
}

static void take_samples(struct series *series, unsigned room)
{
    const struct result *result = series->last;
    series->of_samples = true;
    series->n = result->n_samples < room ? result->n_samples : room;
    series->first = result->n_samples - series->n + 1;
    memcpy(series->points, result->samples + series->first - 1, series->n * sizeof(double));
}

static void take_means(struct series *series, const struct run *run, unsigned n_results,
                       unsigned room)
{
    unsigned all = 0;
    for (unsigned i = 0; i < n_results; i++)
        all += result_ok(&run->results[i]) && !strcmp(run->results[i].event, series->event);
    series->n = all < room ? all : room;
    series->first = all - series->n + 1;
    unsigned place = series->n;
    for (unsigned i = n_results; i-- > 0 && place > 0;)
        if (result_ok(&run->results[i]) && !strcmp(run->results[i].event, series->event))
            series->points[--place] = run->results[i].values.mean;
}

void series_take(struct series *series, const struct run *run, unsigned n_results,
                 const char *event, unsigned room)
{
    series->event = NULL;
    series->n = 0;
    series->of_samples = false;
    series->last = newest(run, n_results, event);
    if (!series->last)
        return;
    series->event = series->last->event;
    if (room > SERIES_MOST)
        room = SERIES_MOST;
    if (series->last->samples && series->last->n_samples)
        take_samples(series, room);
    else
        take_means(series, run, n_results, room);
    if (series->n)
        series->least = series->most = series->points[0];
    for (unsigned i = 1; i < series->n; i++) {
        if (series->points[i] < series->least)
            series->least = series->points[i];
        if (series->points[i] > series->most)
            series->most = series->points[i];
    }
}

unsigned series_level(const struct series *series, unsigned point, unsigned levels)
{
    double span = series->most - series->least;
    if (!(span > 0))
        return series->most != 0 ? (levels + 1) / 2 : 1;
    return 1 + (unsigned)((series->points[point] - series->least) / span * (levels - 1) + 0.5);
}

unsigned series_events(const struct run *run, unsigned n_results, const char **events,
                       unsigned room)
{
    unsigned n = 0;
    for (unsigned i = 0; i < n_results && n < room; i++) {
        unsigned e = 0;
        if (!result_ok(&run->results[i]))
            continue;
        while (e < n && strcmp(events[e], run->results[i].event))
            e++;
        if (e == n)
            events[n++] = run->results[i].event;
    }
    return n;
}
