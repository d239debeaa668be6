/*
 * SPDX-License-Identifier: MIT
 * Exports data blocks for gnuplot, one for each benchmark, variant and event, with a row for each
 * region. A block's name is in a comment before it: plot FILE index "[apps/sort branches]" using
 * 0:2. gnuplot selects the first block whose name begins with the given text; the brackets make the
 * match exact.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/data/run/event_lookup.h"
#include "host/output/export/export.h"
#include "host/base/allocation.h"

static void gnuplot_data_row(const struct result *result, FILE *to)
{
    const struct values *values = &result->values;
    double ci = export_ci95(values);
    const double numbers[] = {values->mean, values->mean - ci, values->mean + ci, values->sd,
                              values->min,  values->med,       values->max};
    char region[PLACE_BYTES], text[PLACE_BYTES], number[NUMBER_BYTES];
    snprintf(text, sizeof text, "%s", export_region(result, region));
    fprintf(to, "\"%s\"", export_without(text, "\"\\"));
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        fprintf(to, " %s",
                result_ok(result) && !isnan(numbers[i]) ? export_number(numbers[i], number)
                                                        : "NaN");
    fprintf(to, " %u\n", result->entries);
}

static void gnuplot_data_block(const struct export *export, unsigned from, bool *done, FILE *to)
{
    const struct result *first = export->results[from];
    char event[PLACE_BYTES], other[PLACE_BYTES], variant[PLACE_BYTES];
    export_event(first, event);
    fprintf(to,
            "\n\n# [%s%s %s]\n# region, mean in %s, ci95_lo, ci95_hi, sd, min, median, max, "
            "entries\n",
            first->bench, export_variant(export, first, variant), event,
            *event_lookup_unit(first->event) ? event_lookup_unit(first->event)
                                             : "the event's unit");
    for (unsigned i = from; i < export->n && export_same_variant(first, export->results[i]); i++) {
        if (strcmp(event, export_event(export->results[i], other)))
            continue;
        gnuplot_data_row(export->results[i], to);
        done[i] = true;
    }
}

static int export_gnuplot_data(const struct export *export, FILE *to)
{
    bool *done = allocate_zeroed(export->n * sizeof *done);
    fprintf(to, "# %s: %s\n", export->run->source, run_platform_sentence(export->run->platform));
    for (unsigned i = 0; i < export->n; i++)
        if (!done[i])
            gnuplot_data_block(export, i, done, to);
    free(done);
    return 0;
}

const struct format format_gnuplot = {
    .name = "gnuplot",
    .summary = "data blocks by benchmark and event, one row per region",
    .write = export_gnuplot_data,
};
