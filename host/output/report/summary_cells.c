/*
 * SPDX-License-Identifier: MIT
 * Fills the cells of a summary's row. A count that is missing is never shown as 0, and a number
 * with a suspect count in it ends with an exclamation mark.
 */
#include "host/output/report/summary_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/data/metrics/clock_causes.h"
#include "host/data/run/result_index.h"

#define MISSING     "-"
#define NOT_COUNTED "not counted"
#define SUSPECT     "!"

/* Short names of clock_causes.h's causes. */
static const char *const cause_names[] = {"read", "write buffer", "write to E/M", "AGI", "FPU"};
_Static_assert(sizeof cause_names / sizeof cause_names[0] == CAUSES, "one name per cause");

const struct result *summary_result(const struct summary *summary, const struct result *place,
                                    const char *event)
{
    struct result like = *place;
    if (!strcmp(event, "time_stamp")) /* counts in all rings */
        like.ring = string_set_find(&summary->run->strings, "both");
    return result_index_event(summary->run, &like, event, place->ablate);
}

static void cell_set(struct summary_cell *cell, double value, const char *text)
{
    cell->value = value;
    cell->text = allocate_copy(text);
}

/* Returns whether the row's count in the kind's column is suspect. */
static bool summary_cell_suspects(const struct summary *summary, const struct summary_row *row,
                                  enum summary_kind kind)
{
    const struct summary_column *column = summary_column_of(summary, kind);
    const struct result *result =
        column && column->event ? summary_result(summary, row->place, column->event) : NULL;
    return result && result->suspect;
}

/* Whole numbers have no decimals; a small number that is not 0 never looks like one. */
static const char *count_text(double value)
{
    double size = fabs(value);
    if (size > 0 && size < 0.05)
        return value < 0 ? "-0.0" : "<0.1";
    return size < 1000 ? number_text_short(value, 1) : number_text(value, 0);
}

static void summary_cell_count(struct summary_cell *cell, const struct result *result)
{
    if (!result)
        cell_set(cell, NAN, MISSING);
    else if (!result_ok(result))
        cell_set(cell, NAN, result->status);
    else
        cell_set(cell, result->values.mean,
                 result->rate ? number_text(result->values.mean, 4)
                              : count_text(result->values.mean));
}

/* Returns the mean of a kind's event in the row; NAN without a number. */
static double summary_cell_mean(const struct summary *summary, const struct summary_row *row,
                                enum summary_kind kind)
{
    const struct summary_column *column = summary_column_of(summary, kind);
    const struct result *result =
        column ? summary_result(summary, row->place, column->event) : NULL;
    return result && result_ok(result) ? result->values.mean : NAN;
}

static void summary_cell_interval(const struct summary *summary, const struct summary_row *row,
                                  struct summary_cell *cell)
{
    const char *event = summary_column_of(summary, SUMMARY_CLOCKS)->event;
    const struct result *result = summary_result(summary, row->place, event);
    if (result && result_ok(result))
        cell_set(cell, result->values.ci, number_text(result->values.ci, 1));
    else
        cell_set(cell, NAN, MISSING);
}

static void summary_cell_ratio(struct summary_cell *cell, double part, double whole, bool percent)
{
    double ratio = part / whole;
    char text[64];
    if (isnan(ratio) || whole <= 0) {
        cell_set(cell, NAN, MISSING);
        return;
    }
    snprintf(text, sizeof text, "%s%s", number_text(percent ? 100 * ratio : ratio, percent ? 0 : 2),
             percent ? " %" : "");
    cell_set(cell, percent ? 100 * ratio : ratio, text);
}

/* ---- the largest stall ----------------------------------------------------------------------- */

/* "AGI 33 %". All causes of the processor must have been counted: else another may be larger. */
static void summary_cell_stall(const struct summary *summary, const struct summary_row *row,
                               struct summary_cell *cell)
{
    const struct clock_causes clocks = clock_causes_of(summary->run, row->place);
    unsigned most = 0;
    char text[64];
    if (!clock_causes_complete(summary->run, row->place)) {
        cell_set(cell, NAN, NOT_COUNTED);
        return;
    }
    for (unsigned c = 1; c < CAUSES; c++)
        if (clock_causes_lost(&clocks, c) > clock_causes_lost(&clocks, most))
            most = c;
    double percent = 100 * clock_causes_lost(&clocks, most) / clocks.all;
    if (clock_causes_lost(&clocks, most) <= 0 || clocks.all <= 0)
        snprintf(text, sizeof text, MISSING);
    else if (percent < 0.5)
        snprintf(text, sizeof text, "%s <1 %%", cause_names[most]);
    else
        snprintf(text, sizeof text, "%s %.0f %%", cause_names[most], percent);
    cell_set(cell, percent > 0 ? percent : 0, text);
}

static void summary_cell_fill(const struct summary *summary, struct summary_row *row,
                              unsigned column)
{
    const struct summary_column *of = &summary->columns[column];
    struct summary_cell *cell = &row->cells[column];
    const struct result *result = of->event ? summary_result(summary, row->place, of->event) : NULL;
    double clocks = summary_cell_mean(summary, row, SUMMARY_CLOCKS);
    double instructions = summary_cell_mean(summary, row, SUMMARY_INSTRUCTIONS);
    if (of->kind == SUMMARY_INTERVAL)
        summary_cell_interval(summary, row, cell);
    else if (of->kind == SUMMARY_CPI)
        summary_cell_ratio(cell, clocks, instructions, false);
    else if (of->kind == SUMMARY_V_PIPE && result && result_ok(result))
        summary_cell_ratio(cell, result->values.mean, instructions, true);
    else if (of->kind == SUMMARY_STALL)
        summary_cell_stall(summary, row, cell);
    else
        summary_cell_count(cell, result);
}

/* Returns whether a count that the cell shows, or is computed from, is suspect. */
static bool summary_cell_is_suspect(const struct summary *summary, const struct summary_row *row,
                                    unsigned column)
{
    const enum summary_kind kind = summary->columns[column].kind;
    const char *event = summary->columns[column].event;
    const struct result *result = event ? summary_result(summary, row->place, event) : NULL;
    const bool by_clocks = kind == SUMMARY_CPI || kind == SUMMARY_INTERVAL || kind == SUMMARY_STALL;
    const bool by_instructions = kind == SUMMARY_CPI || kind == SUMMARY_V_PIPE;
    return (result && result->suspect) ||
           (by_clocks && summary_cell_suspects(summary, row, SUMMARY_CLOCKS)) ||
           (by_instructions && summary_cell_suspects(summary, row, SUMMARY_INSTRUCTIONS));
}

static void summary_cell_mark(struct summary_cell *cell)
{
    char *marked = allocate_text("%s" SUSPECT, cell->text);
    free(cell->text);
    cell->text = marked;
}

void summary_cells_fill(const struct summary *summary, struct summary_row *row)
{
    row->cells = allocate_zeroed(summary->n_columns * sizeof *row->cells);
    for (unsigned column = 0; column < summary->n_columns; column++) {
        summary_cell_fill(summary, row, column);
        if (!isnan(row->cells[column].value) && summary_cell_is_suspect(summary, row, column))
            summary_cell_mark(&row->cells[column]);
    }
}
