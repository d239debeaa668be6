/*
 * SPDX-License-Identifier: MIT
 * Prints measured counts next to their overhead, the corrected counts, and the theoretical ones: a
 * table for each benchmark, region, ring and state.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/expected_counts/expected_counts.h"
#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/data/metrics/overhead_results.h"
#include "host/output/event_tables/event_grid.h"
#include "host/output/event_tables/event_tables.h"
#include "host/output/event_tables/table_columns.h"
#include "host/output/event_tables/table_notes.h"

enum { MEASURED, OVERHEAD, CORRECTED, THEORETICAL };

#define DECIMALS 1

/* The theoretical count of each result of the run; NAN if no WORK() states it. */
struct theory {
    const struct run *run;
    double *counts;
};

/* A count for an iteration, or a difference to another region, is not the count of the region. */
static void theory_table_note(void *context, const struct expected_count *expected)
{
    const struct theory *theory = context;
    const struct bench_work *work = expected->work;
    if (!work->turns && !work->less_argument && !work->less_region[0])
        theory->counts[expected->result - theory->run->results] = (double)expected->count->count;
}

static struct theory theory_table_read(const struct run *run, const char *kernel)
{
    struct theory theory = {run, allocate_zeroed((run->n_results + 1) * sizeof(double))};
    for (unsigned i = 0; i < run->n_results; i++)
        theory.counts[i] = NAN;
    expected_counts_each(run, kernel, theory_table_note, &theory);
    return theory;
}

/* Returns the interval of the overhead's mean, for one entry; NAN if the run does not have it. */
static double theory_table_overhead_interval(const struct run *run, const struct result *result)
{
    const char *of = result->region == RUN_WHOLE ? "run" : result->by_stub ? "stub" : "region";
    for (unsigned i = 0; i < run->n_calibrations; i++) {
        const struct calibration *calibration = &run->calibrations[i];
        if (calibration->plan == result->plan && calibration->event == result->event &&
            calibration->ring == result->ring && calibration->state == result->state &&
            calibration->ablate == result->ablate && !strcmp(calibration->of, of))
            return calibration->values.n > 1 ? calibration->values.ci : NAN;
    }
    return NAN;
}

static void theory_table_set(struct event_grid *grid, unsigned row, unsigned column, double mean,
                             double interval)
{
    if (isnan(interval))
        event_grid_set_text(grid, row, column, number_text(mean, DECIMALS));
    else
        event_grid_set_mean(grid, row, column, number_text(mean, DECIMALS),
                            number_text(interval, DECIMALS));
}

static void theory_table_add(struct event_grid *grid, const struct run *run,
                             const struct theory *theory, const struct result *result,
                             const char *mark)
{
    const double count = theory->counts[result - run->results];
    const double interval = result->values.n > 1 ? result->values.ci : NAN;
    char *name = allocate_text("%s%s", mark, result->event);
    unsigned row = event_grid_add_row(grid, name);
    free(name);
    if (!result_ok(result) || result->rate) {
        event_grid_set_text(grid, row, MEASURED, result->rate ? "a rate" : result->status);
        return;
    }
    theory_table_set(grid, row, MEASURED, result->raw, interval);
    if (overhead_results_has(result)) /* it is not corrected */
        return;
    theory_table_set(grid, row, OVERHEAD, result->raw - result->values.mean,
                     result->entries * theory_table_overhead_interval(run, result));
    theory_table_set(grid, row, CORRECTED, result->values.mean, interval);
    if (!isnan(count))
        event_grid_set_text(grid, row, THEORETICAL, number_text(count, 0));
}

/* Prints the table of one place. */
static void theory_table_print_place(const struct run *run, const struct event_tables_view *view,
                                     const struct theory *theory,
                                     const struct result *const *results, unsigned n, FILE *to)
{
    static const char *const headers[] = {"measured", "overhead", "corrected", "theoretical"};
    struct event_grid *grid = event_grid_new("event");
    struct table_columns place = table_columns_of(results, n);
    struct table_notes notes = {0};
    for (unsigned c = 0; c <= THEORETICAL; c++)
        event_grid_add_column(grid, headers[c]);
    for (unsigned i = 0; i < n; i++) {
        char mark[16];
        theory_table_add(grid, run, theory, results[i],
                         table_notes_mark(&notes, run, results[i], mark));
    }
    fputc('\n', to);
    table_columns_title(&place, run, to);
    event_grid_print(grid, view->width, view->view->colour, to);
    table_notes_print(&notes, view->width, to);
    free(place.places);
    event_grid_free(grid);
}

unsigned theory_table_print(const struct run *run, const struct event_tables_view *view, FILE *to)
{
    unsigned n;
    const struct result **results = show_results_select(run, view->view, &n);
    const struct result **ordered = table_columns_event_order(results, n);
    struct table_columns columns = table_columns_of(results, n);
    struct theory theory = theory_table_read(run, view->kernel);
    const struct result **own = allocate_zeroed((n + 1) * sizeof *own);
    for (unsigned c = 0; c < columns.n; c++) {
        unsigned n_own = 0;
        for (unsigned i = 0; i < n; i++)
            if (table_columns_find(&columns, ordered[i]) == c)
                own[n_own++] = ordered[i];
        theory_table_print_place(run, view, &theory, own, n_own, to);
    }
    free(own);
    free(theory.counts);
    free(columns.places);
    free(ordered);
    free(results);
    return n;
}
