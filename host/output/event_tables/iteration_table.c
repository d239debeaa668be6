/*
 * SPDX-License-Identifier: MIT
 * Prints counts for an iteration of a loop. The simulator runs the benchmark once and counts the
 * iterations of the region's most expensive loop, as for `bareprobe explain`; they are a property
 * of the program, not of the processor.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain/explained_case.h"
#include "host/analysis/fault/code_spot.h"
#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/data/metrics/overhead_results.h"
#include "host/output/event_tables/event_grid.h"
#include "host/output/event_tables/event_tables.h"
#include "host/output/event_tables/table_columns.h"
#include "host/output/event_tables/table_notes.h"

#define DECIMALS 3
#define ROW_NAME "iterations of the loop"

/* A region's most expensive loop. */
struct iterated {
    double iterations; /* in one repetition; 0: there is no loop */
    char place[200];   /* such as "wc.c:66"; "" if unknown */
};

static void iteration_table_note(void *context, struct explained_case *one, unsigned number)
{
    struct iterated *iterated = context;
    struct code_spot spot;
    if (number || !one->explained.n_loops || one->region->repetitions <= 0)
        return;
    const struct region_loop *loop = &one->explained.loops[0];
    iterated->iterations = loop->iterations / one->region->repetitions;
    if (code_spot_find(one->watch->image, loop->first, &spot) && spot.file)
        snprintf(iterated->place, sizeof iterated->place, "%s:%d", spot.file, spot.line);
}

/* Counts the iterations; returns -1 after a message. */
static int iteration_table_count(const struct result *place, const char *kernel,
                                 struct iterated *iterated)
{
    static const struct explain_machine machine;
    char *name = place->region == RUN_WHOLE ? allocate_text("%s:whole", place->bench)
                                            : allocate_text("%s:%u", place->bench, place->region);
    const struct explained_choice choice = {.bench = name, .kernel = kernel};
    int status = explained_cases(&choice, &machine, iteration_table_note, iterated);
    free(name);
    return status ? -1 : 0;
}

static void iteration_table_set(struct event_grid *grid, unsigned row, unsigned column,
                                const struct result *result, double iterations, const char *mark)
{
    char *text =
        result_ok(result)
            ? allocate_text("%s%s", mark, number_text(result->values.mean / iterations, DECIMALS))
            : allocate_text("%s%s", mark, result->status);
    if (result_ok(result) && result->values.n > 1)
        event_grid_set_mean(grid, row, column, text,
                            number_text(result->values.ci / iterations, DECIMALS));
    else
        event_grid_set_text(grid, row, column, text);
    free(text);
}

/* Fills a column. */
static void iteration_table_fill(struct event_grid *grid, unsigned column, const struct run *run,
                                 const struct table_columns *columns,
                                 const struct result *const *ordered, unsigned n,
                                 const struct iterated *iterated, struct table_notes *notes)
{
    unsigned first = event_grid_row(grid, ROW_NAME);
    event_grid_set_text(grid, first, column,
                        iterated->iterations > 0 ? number_text(iterated->iterations, 0)
                                                 : "no loop");
    for (unsigned i = 0; i < n; i++) {
        char mark[16];
        if (table_columns_find(columns, ordered[i]) != column || ordered[i]->rate)
            continue;
        unsigned row = event_grid_row(grid, ordered[i]->event);
        table_notes_mark(notes, run, ordered[i], mark);
        if (iterated->iterations > 0)
            iteration_table_set(grid, row, column, ordered[i], iterated->iterations, mark);
    }
}

/* Returns the number of loops that were found. */
static unsigned iteration_table_fill_all(struct event_grid *grid, const struct run *run,
                                         const struct event_tables_view *view,
                                         const struct table_columns *columns,
                                         const struct result *const *ordered, unsigned n,
                                         struct table_notes *notes, FILE *places)
{
    unsigned found = 0;
    for (unsigned c = 0; c < columns->n; c++) {
        struct iterated iterated = {0};
        char *header = table_columns_header(columns, c), text[160];
        event_grid_add_column(grid, columns->n > 1 ? header : "per iteration");
        free(header);
        if (overhead_results_has(columns->places[c]) || /* code of the kernel without a loop */
            iteration_table_count(columns->places[c], view->kernel, &iterated))
            continue;
        found += iterated.iterations > 0;
        iteration_table_fill(grid, c, run, columns, ordered, n, &iterated, notes);
        if (iterated.place[0])
            fprintf(places, "the most expensive loop of %s, %s: %s\n", columns->places[c]->bench,
                    run_region_text(columns->places[c], text, sizeof text), iterated.place);
    }
    return found;
}

unsigned iteration_table_print(const struct run *run, const struct event_tables_view *view,
                               FILE *to)
{
    unsigned n, found;
    char *text;
    size_t length;
    const struct result **results = show_results_select(run, view->view, &n);
    const struct result **ordered = table_columns_event_order(results, n);
    struct table_columns columns = table_columns_of(results, n);
    struct event_grid *grid = event_grid_new("event");
    struct table_notes notes = {0};
    FILE *places = open_memstream(&text, &length);
    found = iteration_table_fill_all(grid, run, view, &columns, ordered, n, &notes, places);
    fclose(places);
    if (found) {
        fputc('\n', to);
        table_columns_title(&columns, run, to);
        event_grid_print(grid, view->width, view->view->colour, to);
        fputs(text, to);
        table_notes_print(&notes, view->width, to);
    }
    free(text);
    event_grid_free(grid);
    free(columns.places);
    free(ordered);
    free(results);
    return found;
}
