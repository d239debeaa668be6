/*
 * SPDX-License-Identifier: MIT
 * Prints counts with events as rows. If an event was requested twice for one place, the second
 * count has a separate row.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/output/event_tables/event_grid.h"
#include "host/output/event_tables/event_tables.h"
#include "host/output/event_tables/table_columns.h"
#include "host/output/event_tables/table_notes.h"

static unsigned counts_table_decimals(double value)
{
    return fabs(value) < 1 && value != 0 ? 3 : 1;
}

/* A single sample has no interval; a whole number is then printed without decimals. */
static void counts_table_set(struct event_grid *grid, unsigned row, unsigned column,
                             const struct result *result, bool raw, const char *mark)
{
    double mean = raw && !result->rate ? result->raw : result->values.mean;
    bool whole = result->values.n < 2 && mean == floor(mean);
    unsigned decimals = whole ? 0 : result->rate ? 4 : counts_table_decimals(mean);
    char *text = allocate_text("%s%s", mark, number_text(mean, decimals));
    if (!result_ok(result)) {
        free(text);
        text = allocate_text("%s%s", mark, result->status);
        event_grid_set_text(grid, row, column, text);
    } else if (result->values.n < 2) {
        event_grid_set_text(grid, row, column, text);
    } else {
        event_grid_set_mean(grid, row, column, text, number_text(result->values.ci, decimals));
    }
    free(text);
}

/* Returns the row of an event in which the column's cell is free. */
static unsigned counts_table_row(struct event_grid *grid, const char *event, unsigned column)
{
    char name[200];
    unsigned row = event_grid_row(grid, event);
    for (unsigned again = 2; event_grid_is_set(grid, row, column); again++) {
        snprintf(name, sizeof name, "%s #%u", event, again);
        row = event_grid_row(grid, name);
    }
    return row;
}

unsigned counts_table_print(const struct run *run, const struct event_tables_view *view, FILE *to)
{
    unsigned n;
    const struct result **results = show_results_select(run, view->view, &n);
    struct table_columns columns = table_columns_of(results, n);
    const struct result **ordered = table_columns_event_order(results, n);
    struct event_grid *grid = event_grid_new("event");
    struct table_notes notes = {0};
    for (unsigned c = 0; c < columns.n; c++) {
        char *header = table_columns_header(&columns, c);
        event_grid_add_column(grid, header);
        free(header);
    }
    for (unsigned i = 0; i < n; i++) {
        char mark[16];
        unsigned column = table_columns_find(&columns, ordered[i]);
        counts_table_set(grid, counts_table_row(grid, ordered[i]->event, column), column,
                         ordered[i], view->view->raw,
                         table_notes_mark(&notes, run, ordered[i], mark));
    }
    if (n) {
        fputc('\n', to);
        table_columns_title(&columns, run, to);
        fputs(view->view->raw ? "without correction for overhead\n" : "", to);
        event_grid_print(grid, view->width, view->view->colour, to);
        table_notes_print(&notes, view->width, to);
    }
    event_grid_free(grid);
    free(columns.places);
    free(ordered);
    free(results);
    return n;
}
