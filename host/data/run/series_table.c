/*
 * SPDX-License-Identifier: MIT
 * Builds tables of series. Columns have different lengths if the end of a series is missing.
 */
#include "host/data/run/series_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/run/sampled_run.h"

#define TIME_STAMP "time_stamp"

static bool has_column(const struct series_table *table, const char *event)
{
    for (unsigned i = 0; i < table->n_events; i++)
        if (!strcmp(table->events[i], event))
            return true;
    return table->n_events == SERIES_MOST_COLUMNS;
}

static void series_table_find_columns(struct series_table *table, const struct run *run,
                                      unsigned sampling, const char *of, unsigned rep)
{
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        if (part->sampling == sampling && part->rep == rep && !strcmp(part->of, of) &&
            strcmp(part->event, TIME_STAMP) != 0 && !has_column(table, part->event))
            table->events[table->n_events++] = part->event;
    }
}

/* Extends a column to the longest length, with NAN. */
static double *series_table_pad_column(struct series_values *series, unsigned n)
{
    double *values = allocation_resize(series->values, (n + 1) * sizeof *values);
    for (unsigned i = series->n; i < n; i++)
        values[i] = NAN;
    return values;
}

void series_table_make(struct series_table *table, const struct run *run, unsigned sampling,
                       const char *of, unsigned rep)
{
    const struct sampling *pass = &run->samplings[sampling];
    struct series_values all[SERIES_MOST_COLUMNS];
    *table = (struct series_table){0};
    series_table_find_columns(table, run, sampling, of, rep);
    struct series_values clocks = sampled_run_series(run, sampling, TIME_STAMP, of, rep);
    table->n = clocks.n;
    for (unsigned e = 0; e < table->n_events; e++) {
        all[e] = sampled_run_series(run, sampling, table->events[e], of, rep);
        table->n = all[e].n > table->n ? all[e].n : table->n;
    }
    for (unsigned e = 0; e < table->n_events; e++)
        table->values[e] = series_table_pad_column(&all[e], table->n);
    bool known = !strcmp(of, "gain") && !strcmp(pass->unit, "clocks");
    table->clocks = series_table_pad_column(&clocks, table->n);
    for (unsigned i = 0; i < table->n && !clocks.n && known; i++)
        table->clocks[i] = pass->every;
}

void series_table_free(struct series_table *table)
{
    for (unsigned e = 0; e < table->n_events; e++)
        free(table->values[e]);
    free(table->clocks);
    *table = (struct series_table){0};
}
