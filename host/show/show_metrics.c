/*
 * SPDX-License-Identifier: MIT
 * Prints derived metrics as a table: one row per region, one column per metric.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/show/show.h"
#include "host/base/text_table.h"

static struct table *begin(const struct metric_group *const *groups, unsigned n_groups)
{
    unsigned columns = 1;
    for (unsigned g = 0; g < n_groups; g++)
        columns += groups[g]->n_metrics;
    struct table *table = table_new(columns);
    table_column(table, 0, "region", TABLE_LEFT);
    unsigned column = 1;
    for (unsigned g = 0; g < n_groups; g++) {
        for (unsigned m = 0; m < groups[g]->n_metrics; m++) {
            const struct metric *metric = &groups[g]->metrics[m];
            char header[128];
            snprintf(header, sizeof header, *metric->unit ? "%s [%s]" : "%s", metric->name,
                     metric->unit);
            table_column(table, column++, header, TABLE_RIGHT);
        }
    }
    return table;
}

/* Two decimals; more if the number is small. */
static void print_estimate(struct table *table, unsigned column, struct estimate estimate)
{
    unsigned decimals = fabs(estimate.value) < 0.1 && estimate.value != 0 ? 4 : 2;
    if (isnan(estimate.value))
        table_cell(table, column, "-");
    else if (estimate.half_width >= 0.5 * pow(10, -(double)decimals))
        table_cell(table, column, "%s +/- %s", number_text(estimate.value, decimals),
                   number_text(estimate.half_width, decimals));
    else
        table_cell(table, column, "%s", number_text(estimate.value, decimals));
}

static void print_region(struct table *table, const struct run *run, const struct result *place,
                         const struct metric_group *const *groups, unsigned n_groups,
                         const char **missing)
{
    unsigned column = 1;
    for (unsigned g = 0; g < n_groups; g++) {
        for (unsigned m = 0; m < groups[g]->n_metrics; m++, column++) {
            struct estimate estimate;
            if (metric_over(&groups[g]->metrics[m], run, place, &estimate, missing) == 0)
                print_estimate(table, column, estimate);
            else
                table_cell(table, column, "n/a");
        }
    }
}

unsigned show_metrics(const struct run *run, const struct view *view,
                      const struct metric_group *const *groups, unsigned n_groups, FILE *to)
{
    unsigned n, rows = 0;
    const char *missing = NULL;
    struct view by_region = *view;
    by_region.sort = SORT_REGION; /* one row per region, so other orders have no meaning */
    const struct result **results = show_select(run, &by_region, &n);
    struct table *table = begin(groups, n_groups);
    for (unsigned i = 0; i < n; i++) {
        bool heading = i == 0 || !same_heading(results[i - 1], results[i]);
        if (heading)
            show_heading(table, run, results[i]);
        if (!heading && results[i - 1]->region == results[i]->region)
            continue;
        char text[160];
        table_row(table);
        table_cell(table, 0, "%s", result_region_text(results[i], text, sizeof text));
        print_region(table, run, results[i], groups, n_groups, &missing);
        rows++;
    }
    if (rows)
        table_print(table, to, view->colour);
    if (missing)
        say("n/a: the run has no count of %s; 'bareprobe run -g GROUP' counts the events of a "
            "group",
            missing);
    table_free(table);
    free(results);
    return rows;
}
