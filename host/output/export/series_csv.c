/*
 * SPDX-License-Identifier: MIT
 * Exports series as comma-separated values: a row for each tick or round, a column for each event.
 * A field is empty if the event was counted in another pass or did not arrive.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/selection/result_selection.h"
#include "host/output/export/export.h"
#include "host/data/run/series_table.h"

struct series_csv_columns {
    const char **events;
    unsigned n;
};

static void series_csv_find_columns(struct series_csv_columns *columns, const struct export *export)
{
    const struct run *run = export->run;
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        unsigned at = 0;
        while (at < columns->n && strcmp(columns->events[at], part->event) != 0)
            at++;
        if (at == columns->n && strcmp(part->event, "time_stamp") != 0 &&
            part->sampling < run->n_samplings &&
            selection_matches_sampled(export->selection, &run->samplings[part->sampling],
                                      part->event))
            *(const char **)allocate_element(&columns->events, &columns->n,
                                             sizeof *columns->events) = part->event;
    }
}

static double series_csv_value(const struct series_table *table, const char *event, unsigned row)
{
    for (unsigned e = 0; e < table->n_events; e++)
        if (!strcmp(table->events[e], event))
            return table->values[e][row];
    return NAN;
}

/* Returns the number of rows. */
static unsigned series_csv_write_repetition(const struct export *export, unsigned sampling,
                                            const char *of, unsigned rep,
                                            const struct series_csv_columns *columns, FILE *to)
{
    const struct sampling *pass = &export->run->samplings[sampling];
    struct series_table table;
    double at = 0;
    series_table_make(&table, export->run, sampling, of, rep);
    for (unsigned row = 0; row < table.n; row++) {
        export_csv_text(pass->bench, to);
        fprintf(to, ",%s,%s,%u,%s,%u,%u", pass->state, pass->ablate, pass->pass, of, rep, row);
        export_csv_number(at, to);
        export_csv_number(table.clocks[row], to);
        for (unsigned e = 0; e < columns->n; e++)
            export_csv_number(series_csv_value(&table, columns->events[e], row), to);
        fprintf(to, ",%s\n", platform_name(export->run->platform));
        at += table.clocks[row];
    }
    unsigned rows = table.n;
    series_table_free(&table);
    return rows;
}

static int export_series_csv(const struct export *export, FILE *to)
{
    static const char *const kinds[] = {"gain", "estimate", "exact"};
    struct series_csv_columns columns = {0};
    unsigned rows = 0;
    series_csv_find_columns(&columns, export);
    fputs("bench,state,ablate,pass,of,repetition,tick,begins,clocks", to);
    for (unsigned e = 0; e < columns.n; e++) {
        putc(',', to);
        export_csv_text(columns.events[e], to);
    }
    fputs(",platform\n", to);
    for (unsigned i = 0; columns.n && i < export->run->n_samplings; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            for (unsigned rep = 0; rep < export->run->samplings[i].repetitions; rep++)
                if (selection_matches_sampled(export->selection, &export->run->samplings[i], NULL))
                    rows += series_csv_write_repetition(export, i, kinds[k], rep, &columns, to);
    free(columns.events);
    if (!rows)
        message_print(
            "series: no series is selected (experiment=rates and experiment=multiplex record "
            "series)");
    return rows ? 0 : -1;
}

const struct format format_series = {
    .name = "series",
    .summary = "counts of each tick or round, one row each (csv)",
    .write = export_series_csv,
    .sampled = true,
};
