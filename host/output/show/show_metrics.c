/*
 * SPDX-License-Identifier: MIT
 * Prints derived metrics as a table: one row per region, one column per metric; or, if that is
 * wider than the terminal, one row per metric.
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

/* ---- one row per metric ---------------------------------------------------------------------- */

/* Prints the regions as columns, without metrics that none of them has. Returns whether it fits. */
static bool show_metrics_print_columns(const struct run *run, const struct result *const *places,
                                       unsigned n, const struct metric_group *const *groups,
                                       unsigned n_groups, unsigned width, FILE *to)
{
    const struct metric_group *named = NULL;
    const char *missing = NULL;
    char text[160];
    struct text_table *table = text_table_new(2 + n);
    text_table_set_column(table, 0, "group", TABLE_LEFT);
    text_table_set_column(table, 1, "metric", TABLE_LEFT);
    for (unsigned i = 0; i < n; i++)
        text_table_set_column(table, 2 + i, run_region_text(places[i], text, sizeof text),
                              TABLE_RIGHT);
    for (unsigned g = 0; g < n_groups; g++) {
        for (unsigned m = 0; m < groups[g]->n_metrics; m++) {
            const struct metric *metric = &groups[g]->metrics[m];
            struct formula_estimate estimate;
            bool any = false;
            for (unsigned i = 0; i < n; i++) {
                if (metric_groups_evaluate(metric, run, places[i], &estimate, &missing))
                    continue;
                if (!any)
                    text_table_add_row(table);
                any = true;
                show_metrics_print_estimate(table, 2 + i, estimate);
            }
            if (any && named != groups[g])
                text_table_cell(table, 0, "%s", groups[g]->name);
            named = any ? groups[g] : named;
            if (any)
                text_table_cell(table, 1, *metric->unit ? "%s [%s]" : "%s", metric->name,
                                metric->unit);
        }
    }
    bool fits = text_table_width(table) <= width;
    if (!named)
        fputs("no metric has all its events\n", to);
    else if (fits || n == 1)
        text_table_print(table, to, false);
    text_table_free(table);
    return !named || fits || n == 1;
}

static void show_metrics_print_heading(const struct run *run, const struct result *result, FILE *to)
{
    struct text_table *heading = text_table_new(1);
    char *text;
    size_t length;
    FILE *memory = open_memstream(&text, &length);
    show_results_heading(heading, run, result);
    text_table_print(heading, memory, false);
    fclose(memory);
    fputs(text + 1, to); /* without the empty line of column headers */
    free(text);
    text_table_free(heading);
}

/* Prints the results in blocks of the same heading, each in as many tables as the width requires.
 */
static void show_metrics_print_blocks(const struct run *run, const struct result *const *results,
                                      unsigned n, const struct metric_group *const *groups,
                                      unsigned n_groups, unsigned width, FILE *to)
{
    const struct result **places = allocate_zeroed(n * sizeof *places);
    for (unsigned first = 0, end; first < n; first = end) {
        unsigned regions = 0;
        for (end = first; end < n && show_results_same_heading(results[first], results[end]); end++)
            if (end == first || results[end - 1]->region != results[end]->region)
                places[regions++] = results[end];
        show_metrics_print_heading(run, results[first], to);
        for (unsigned at = 0, some = regions; at < regions;) {
            if (some > regions - at)
                some = regions - at;
            if (!show_metrics_print_columns(run, places + at, some, groups, n_groups, width, to)) {
                some = (some + 1) / 2;
                continue;
            }
            at += some;
            fputs(at < regions ? "\n" : "", to);
        }
    }
    free(places);
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
    /* A file or a program gets a line per region; a terminal no line that it would wrap. */
    if (rows && view->width && text_table_width(table) > view->width)
        show_metrics_print_blocks(run, results, n, groups, n_groups, view->width, to);
    else if (rows)
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
