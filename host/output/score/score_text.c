/*
 * SPDX-License-Identifier: MIT
 * Prints scores as a table for the terminal.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/text_table.h"
#include "host/data/run/run_heading.h"
#include "host/output/score/score_lines.h"
#include "host/output/score/score_notes.h"
#include "host/output/score/score_output.h"

#define MOST_WIDTH 24 /* of a value or a heading, in columns */

enum { NUMBER, NAME, UNIT, REAL, FIRST_RUN };

/* Returns the columns of a run: measured, perhaps the value of its chip, and verdict. */
static unsigned score_text_columns_of_run(const struct score_table *table)
{
    return table->one_chip ? 2 : 3;
}

static void score_text_value_column(struct text_table *to, unsigned at, const char *header)
{
    text_table_set_column(to, at, header, TABLE_RIGHT);
    text_table_narrow(to, at, MOST_WIDTH);
}

static void score_text_set_columns(struct text_table *to, const struct score_table *table)
{
    char real[32];
    const bool one_run = table->n_columns == 1;
    snprintf(real, sizeof real, "real %s", score_table_chip_title(table->columns[0].chip));
    text_table_set_column(to, NUMBER, "#", TABLE_RIGHT);
    text_table_set_column(to, NAME, "row", TABLE_LEFT);
    text_table_set_column(to, UNIT, "unit", TABLE_LEFT);
    score_text_value_column(to, REAL, table->one_chip ? real : "");
    text_table_optional(to, REAL);
    for (unsigned c = 0, at = FIRST_RUN; c < table->n_columns; c++) {
        const struct score_column *column = &table->columns[c];
        score_text_value_column(to, at++, one_run ? "measured" : column->name);
        if (!table->one_chip) {
            snprintf(real, sizeof real, "real %s", score_table_chip_title(column->chip));
            score_text_value_column(to, at++, real);
        }
        text_table_set_column(to, at++, one_run ? "verdict" : "", TABLE_LEFT);
    }
    text_table_set_column(to, FIRST_RUN + table->n_columns * score_text_columns_of_run(table), "",
                          TABLE_LEFT);
    text_table_optional(to, FIRST_RUN + table->n_columns * score_text_columns_of_run(table));
}

static const char *score_text_or_dash(const char *text)
{
    return text ? text : "-";
}

static const char *score_text_verdict(const struct score_cell *cell)
{
    return cell->line ? score_verdict_words(cell->verdict) : "not received";
}

/* Returns the chip's value, which only runs with the row know. */
static const char *score_text_real(const struct score_table_row *row, unsigned n_columns)
{
    for (unsigned c = 0; c < n_columns; c++)
        if (row->cells[c].real)
            return row->cells[c].real;
    return NULL;
}

static void score_text_row(struct text_table *to, const struct score_table *table,
                           const struct score_table_row *row)
{
    text_table_add_row(to);
    text_table_cell(to, NUMBER, "%u", row->number);
    text_table_cell(to, NAME, "%s", row->name);
    text_table_cell(to, UNIT, "%s", row->unit);
    if (table->one_chip)
        text_table_cell(to, REAL, "%s", score_text_or_dash(score_text_real(row, table->n_columns)));
    unsigned at = FIRST_RUN;
    for (unsigned c = 0; c < table->n_columns; c++) {
        const struct score_cell *cell = &row->cells[c];
        text_table_cell(to, at++, "%s",
                        score_text_or_dash(cell->line ? cell->line->measured : NULL));
        if (!table->one_chip)
            text_table_cell(to, at++, "%s", score_text_or_dash(cell->real));
        text_table_cell(to, at++, "%s", score_text_verdict(cell));
    }
    if (row->differs) {
        text_table_cell(to, at, "runs differ");
        text_table_bold(to);
    }
}

static void score_text_rows(const struct score_table *table, bool all, FILE *to, bool colour)
{
    const char *group = NULL;
    struct text_table *rows =
        text_table_new(FIRST_RUN + table->n_columns * score_text_columns_of_run(table) + 1);
    score_text_set_columns(rows, table);
    for (unsigned r = 0; r < table->n_rows; r++) {
        const struct score_table_row *row = &table->rows[r];
        if (!all && !row->differs)
            continue;
        if (!group || strcmp(group, row->group))
            text_table_line(rows, "%s", row->group);
        group = row->group;
        score_text_row(rows, table, row);
    }
    if (group)
        text_table_print(rows, to, colour);
    text_table_free(rows);
}

static void score_text_fact(const char *name, const char *text, FILE *to)
{
    if (*text)
        fprintf(to, "%s: %s\n", name, text);
}

static void score_text_heading(const struct score_table *table, FILE *to)
{
    for (unsigned c = 0; c < table->n_columns; c++) {
        const struct score_column *column = &table->columns[c];
        const struct run *run = column->run;
        fprintf(to, "%s, compared with a real %s%s%s%s\n", column->name,
                score_table_chip_title(column->chip), strcmp(column->name, run->source) ? " (" : "",
                strcmp(column->name, run->source) ? run->source : "",
                strcmp(column->name, run->source) ? ")" : "");
        run_heading(run, to);
        score_text_fact("board", run->board, to);
        score_text_fact("chip set", run->chip_set, to);
        score_text_fact("BIOS", run->bios, to);
        fputc('\n', to);
    }
}

static void score_text_notes(const struct score_table *table, FILE *to)
{
    unsigned n;
    struct score_note *notes = score_notes(table, &n);
    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%s%s%s%s%s: row%s %s\n",
                table->n_columns > 1 ? table->columns[notes[i].column].name : "",
                table->n_columns > 1 ? ": " : "", score_verdict_words(notes[i].verdict),
                *notes[i].what ? ", " : "", notes[i].what, strpbrk(notes[i].rows, ", ") ? "s" : "",
                notes[i].rows);
    score_notes_free(notes, n);
}

static void score_text_totals(const struct score_table *table, FILE *to)
{
    for (unsigned c = 0; c < table->n_columns; c++) {
        const struct score_column *column = &table->columns[c];
        char strict[SCORE_SHARE_BYTES], near[SCORE_SHARE_BYTES], settled[SCORE_SHARE_BYTES];
        fprintf(to, "%s%sstrict %s, near %s of the settled rows; settled %s\n",
                table->n_columns > 1 ? column->name : "", table->n_columns > 1 ? ": " : "",
                score_share_text(column->totals.strict, column->totals.settled, strict),
                score_share_text(column->totals.near, column->totals.settled, near),
                score_share_text(column->totals.settled, column->totals.rows, settled));
    }
}

void score_text_write(const struct score_table *table, bool all, FILE *to, bool colour)
{
    score_text_heading(table, to);
    score_text_rows(table, all, to, colour);
    fputc('\n', to);
    if (table->n_columns > 1) {
        char *differences = score_notes_differences(table);
        fprintf(to, "%s\n", differences);
        free(differences);
    }
    score_text_notes(table, to);
    score_text_totals(table, to);
    char *common = score_notes_common(table);
    if (common)
        fprintf(to, "%s\n", common);
    free(common);
    score_lines_print(table, to);
}
