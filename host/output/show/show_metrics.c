/*
 * SPDX-License-Identifier: MIT
 * Prints derived metrics as a table: one row per region, one column per metric.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/number_text.h"
#include "host/output/show/show_views.h"
#include "host/base/text_table.h"

static struct text_table *show_metrics_new_table(const struct metric_group *const *groups,
                                                 unsigned n_groups)
{
    unsigned columns = 1;
    for (unsigned g = 0; g < n_groups; g++)
        columns += groups[g]->n_metrics;
    struct text_table *table = text_table_new(columns);
    text_table_set_column(table, 0, "region", TABLE_LEFT);
    unsigned column = 1;
    for (unsigned g = 0; g < n_groups; g++) {
        for (unsigned m = 0; m < groups[g]->n_metrics; m++) {
            const struct metric *metric = &groups[g]->metrics[m];
            char header[128];
            snprintf(header, sizeof header, *metric->unit ? "%s [%s]" : "%s", metric->name,
                     metric->unit);
            text_table_set_column(table, column++, header, TABLE_RIGHT);
        }
    }
    return table;
}

/* Two decimals; more if the number is small. */
static void show_metrics_print_estimate(struct text_table *table, unsigned column,
                                        struct formula_estimate estimate)
{
    unsigned decimals = fabs(estimate.value) < 0.1 && estimate.value != 0 ? 4 : 2;
    if (isnan(estimate.value))
        text_table_cell(table, column, "-");
    else if (estimate.half_width >= 0.5 * pow(10, -(double)decimals))
        text_table_cell(table, column, "%s +/- %s", number_text(estimate.value, decimals),
                        number_text(estimate.half_width, decimals));
    else
        text_table_cell(table, column, "%s", number_text(estimate.value, decimals));
}

static void show_metrics_print_region(struct text_table *table, const struct run *run,
                                      const struct result *place,
                                      const struct metric_group *const *groups, unsigned n_groups,
                                      const char **missing)
{
    unsigned column = 1;
    for (unsigned g = 0; g < n_groups; g++) {
        for (unsigned m = 0; m < groups[g]->n_metrics; m++, column++) {
            struct formula_estimate estimate;
            if (metric_groups_evaluate(&groups[g]->metrics[m], run, place, &estimate, missing) == 0)
                show_metrics_print_estimate(table, column, estimate);
            else
                text_table_cell(table, column, "n/a");
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
    const struct result **results = show_results_select(run, &by_region, &n);
    struct text_table *table = show_metrics_new_table(groups, n_groups);
    for (unsigned i = 0; i < n; i++) {
        bool heading = i == 0 || !show_results_same_heading(results[i - 1], results[i]);
        if (heading)
            show_results_heading(table, run, results[i]);
        if (!heading && results[i - 1]->region == results[i]->region)
            continue;
        char text[160];
        text_table_add_row(table);
        text_table_cell(table, 0, "%s", run_region_text(results[i], text, sizeof text));
        show_metrics_print_region(table, run, results[i], groups, n_groups, &missing);
        rows++;
    }
    if (rows)
        text_table_print(table, to, view->colour);
    if (missing)
        message_print(
            "n/a: the run has no count of %s; 'bareprobe run -g GROUP' counts the events of a "
            "group",
            missing);
    text_table_free(table);
    free(results);
    return rows;
}
