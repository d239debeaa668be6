/*
 * SPDX-License-Identifier: MIT
 * Groups rows without a comparison by their reason, and names rows in ranges.
 */
#include "host/output/score/score_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

/* Rows named by their numbers, in ascending order. */
struct row_ranges {
    char *text;
    unsigned first, last; /* of the range that is not yet in the text; 0: none */
};

static void row_ranges_end(struct row_ranges *ranges)
{
    if (!ranges->last)
        return;
    char *range = ranges->first == ranges->last ? allocate_text("%u", ranges->first)
                  : ranges->first + 1 == ranges->last
                      ? allocate_text("%u, %u", ranges->first, ranges->last)
                      : allocate_text("%u to %u", ranges->first, ranges->last);
    allocate_appended(&ranges->text, ", ", range);
    free(range);
    ranges->first = ranges->last = 0;
}

static void row_ranges_add(struct row_ranges *ranges, unsigned number)
{
    if (ranges->last && number == ranges->last + 1) {
        ranges->last = number;
        return;
    }
    row_ranges_end(ranges);
    ranges->first = ranges->last = number;
}

/* Returns the rows, of the highest number on downwards, in ascending order. */
static const struct score_table_row *score_notes_next_row(const struct score_table *table,
                                                          unsigned above)
{
    const struct score_table_row *next = NULL;
    for (unsigned i = 0; i < table->n_rows; i++)
        if (table->rows[i].number > above && (!next || table->rows[i].number < next->number))
            next = &table->rows[i];
    return next;
}

static bool score_notes_has_reason(const struct score_cell *cell)
{
    return cell->line &&
           (cell->verdict == SCORE_NOT_SETTLED || cell->verdict == SCORE_NOT_MEASURABLE);
}

static bool score_notes_same_reason(const struct score_note *note, const struct score_cell *cell)
{
    return score_notes_has_reason(cell) && note->verdict == cell->verdict &&
           !strcmp(note->what, cell->what ? cell->what : "");
}

static char *score_notes_rows(const struct score_table *table, const struct score_note *note)
{
    struct row_ranges ranges = {0};
    const struct score_table_row *row = NULL;
    while ((row = score_notes_next_row(table, row ? row->number : 0)))
        if (score_notes_same_reason(note, &row->cells[note->column]))
            row_ranges_add(&ranges, row->number);
    row_ranges_end(&ranges);
    return ranges.text;
}

static bool score_notes_known(const struct score_note *notes, unsigned n, unsigned column,
                              const struct score_cell *cell)
{
    for (unsigned i = 0; i < n; i++)
        if (notes[i].column == column && score_notes_same_reason(&notes[i], cell))
            return true;
    return false;
}

struct score_note *score_notes(const struct score_table *table, unsigned *n)
{
    struct score_note *notes = NULL;
    *n = 0;
    for (unsigned c = 0; c < table->n_columns; c++)
        for (unsigned r = 0; r < table->n_rows; r++) {
            const struct score_cell *cell = &table->rows[r].cells[c];
            if (!score_notes_has_reason(cell) || score_notes_known(notes, *n, c, cell))
                continue;
            struct score_note *note = allocate_element(&notes, n, sizeof *note);
            *note = (struct score_note){c, cell->verdict, cell->what ? cell->what : "", NULL};
            note->rows = score_notes_rows(table, note);
        }
    return notes;
}

void score_notes_free(struct score_note *notes, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        free(notes[i].rows);
    free(notes);
}

char *score_notes_differences(const struct score_table *table)
{
    struct row_ranges ranges = {0};
    const struct score_table_row *row = NULL;
    while ((row = score_notes_next_row(table, row ? row->number : 0)))
        if (row->differs)
            row_ranges_add(&ranges, row->number);
    row_ranges_end(&ranges);
    char *text = ranges.text ? allocate_text("%u of %u rows differ between the runs: %s",
                                             table->n_differing, table->n_rows, ranges.text)
                             : allocate_text("no row differs between the runs");
    free(ranges.text);
    return text;
}

char *score_notes_common(const struct score_table *table)
{
    if (table->n_columns < 2)
        return NULL;
    char *text = NULL;
    for (unsigned c = 0; c < table->n_columns; c++) {
        const struct score_column *column = &table->columns[c];
        char *one = allocate_text("%s strict %u, near %u", column->name, column->common.strict,
                                  column->common.near);
        allocate_appended(&text, "; ", one);
        free(one);
    }
    char *whole =
        allocate_text("totals of the %u rows that settled in all runs: %s", table->n_common, text);
    free(text);
    return whole;
}

const char *score_share_text(unsigned part, unsigned whole, char text[SCORE_SHARE_BYTES])
{
    if (whole)
        snprintf(text, SCORE_SHARE_BYTES, "%u of %u (%.1f %%)", part, whole, 100.0 * part / whole);
    else
        snprintf(text, SCORE_SHARE_BYTES, "%u of %u", part, whole);
    return text;
}
