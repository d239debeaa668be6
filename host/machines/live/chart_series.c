/*
 * SPDX-License-Identifier: MIT
 * Computes the numbers of the strip chart. They are read from the run again for each drawing.
 */
#include "host/machines/live/chart_series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/run/series_table.h"

#define A_RATE_IS_FOR 1000 /* clocks */

static const struct result *chart_newest_result(const struct run *run, const char *event)
{
    for (unsigned i = run->n_results; i-- > 0;)
        if (result_ok(&run->results[i]) && (!event || !strcmp(run->results[i].event, event)))
            return &run->results[i];
    return NULL;
}

static void chart_read_samples(struct chart_series *series, unsigned room)
{
    const struct result *result = series->last;
    series->of_samples = true;
    series->n = result->n_samples < room ? result->n_samples : room;
    series->first = result->n_samples - series->n + 1;
    memcpy(series->points, result->samples + series->first - 1, series->n * sizeof(double));
}

static void chart_read_means(struct chart_series *series, const struct run *run, unsigned room)
{
    unsigned all = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        all += result_ok(&run->results[i]) && !strcmp(run->results[i].event, series->event);
    series->n = all < room ? all : room;
    series->first = all - series->n + 1;
    unsigned place = series->n;
    for (unsigned i = run->n_results; i-- > 0 && place > 0;)
        if (result_ok(&run->results[i]) && !strcmp(run->results[i].event, series->event))
            series->points[--place] = run->results[i].values.mean;
}

/* ---- sampled runs --------------------------------------------------------------------------- */

static bool chart_shows_part(const struct series_part *part, const char *event)
{
    return strcmp(part->of, "exact") != 0 &&
           (event ? !strcmp(part->event, event) : strcmp(part->event, "time_stamp") != 0);
}

static const struct series_part *chart_newest_part(const struct run *run, const char *event)
{
    for (unsigned i = run->n_series; i-- > 0;)
        if (chart_shows_part(&run->series[i], event))
            return &run->series[i];
    return NULL;
}

/* Returns the combined value of the ticks from..to - 1; NAN if none of them arrived. */
static double chart_combine_ticks(const struct series_table *table, unsigned column, unsigned from,
                                  unsigned to, bool for_clocks)
{
    double increment = 0, clocks = 0;
    unsigned n = 0;
    for (unsigned i = from; i < to; i++) {
        if (isnan(table->values[column][i]) || (for_clocks && isnan(table->clocks[i])))
            continue;
        increment += table->values[column][i];
        clocks += for_clocks ? table->clocks[i] : 1;
        n++;
    }
    return n && clocks > 0 ? (for_clocks ? A_RATE_IS_FOR : 1) * increment / clocks : NAN;
}

/*
 * Fills the chart's columns. A column combines the ticks that it covers; with fewer ticks than
 * columns, a tick covers several columns.
 */
static void chart_fill_columns(struct chart_series *series, const struct series_table *table,
                               unsigned column, unsigned room)
{
    unsigned wide = room / table->n;
    series->ticks = table->n;
    series->n = wide ? wide * table->n : room;
    for (unsigned p = 0; p < series->n; p++) {
        unsigned from = wide ? p / wide : (unsigned)((unsigned long long)p * table->n / room);
        unsigned to = wide ? from + 1 : (unsigned)((p + 1ull) * table->n / room);
        series->points[p] = chart_combine_ticks(table, column, from, to, series->for_clocks);
    }
}

/* Uses rates per 1,000 clocks if the clocks of each tick are known, otherwise increments. */
static void chart_read_ticks(struct chart_series *series, const struct run *run, unsigned room)
{
    const struct series_part *part = series->part;
    struct series_table table;
    series_table_make(&table, run, part->sampling, part->of, part->rep);
    series->for_clocks = !strcmp(part->of, "gain") && table.n && !isnan(table.clocks[0]);
    for (unsigned e = 0; e < table.n_events; e++)
        if (!strcmp(table.events[e], series->event))
            chart_fill_columns(series, &table, e, room);
    series_table_free(&table);
}

/* ---- whole series --------------------------------------------------------------------------- */

static void chart_find_extremes(struct chart_series *series)
{
    series->least = series->most = NAN;
    for (unsigned i = 0; i < series->n; i++) {
        series->least = fmin(series->least, series->points[i]);
        series->most = fmax(series->most, series->points[i]);
    }
}

void chart_series_read(struct chart_series *series, const struct run *run, const char *event,
                       unsigned room)
{
    series->event = NULL;
    series->n = 0;
    series->of_samples = false;
    series->part = chart_newest_part(run, event);
    series->last = chart_newest_result(run, event);
    if (series->part && series->last &&
        series->last->plan > run->samplings[series->part->sampling].plan)
        series->part = NULL;
    if (series->part)
        series->last = NULL;
    if (!series->last && !series->part)
        return;
    series->event = series->part ? series->part->event : series->last->event;
    if (room > CHART_POINTS)
        room = CHART_POINTS;
    if (series->part)
        chart_read_ticks(series, run, room);
    else if (series->last->samples && series->last->n_samples)
        chart_read_samples(series, room);
    else
        chart_read_means(series, run, room);
    chart_find_extremes(series);
}

unsigned chart_series_level(const struct chart_series *series, unsigned point, unsigned levels)
{
    double span = series->most - series->least;
    if (isnan(series->points[point]))
        return 0;
    if (!(span > 0))
        return series->most != 0 ? (levels + 1) / 2 : 1;
    return 1 + (unsigned)((series->points[point] - series->least) / span * (levels - 1) + 0.5);
}

static unsigned chart_add_event(const char **events, unsigned n, unsigned room, const char *event)
{
    for (unsigned e = 0; e < n; e++)
        if (!strcmp(events[e], event))
            return n;
    if (n < room)
        events[n++] = event;
    return n;
}

unsigned chart_series_events(const struct run *run, const char **events, unsigned room)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_results; i++)
        if (result_ok(&run->results[i]))
            n = chart_add_event(events, n, room, run->results[i].event);
    for (unsigned i = 0; i < run->n_series; i++)
        if (chart_shows_part(&run->series[i], NULL))
            n = chart_add_event(events, n, room, run->series[i].event);
    return n;
}
