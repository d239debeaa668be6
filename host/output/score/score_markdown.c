/*
 * SPDX-License-Identifier: MIT
 * Writes scores as Markdown: a table of the runs, a table of the rows, and notes.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/number_text.h"
#include "host/output/score/score_lines.h"
#include "host/output/score/score_notes.h"
#include "host/output/score/score_output.h"

/* A vertical bar would end the cell. */
static void score_markdown_text(const char *text, FILE *to)
{
    for (; *text; text++)
        fprintf(to, *text == '|' ? "\\%c" : "%c", *text);
}

static void score_markdown_cell(const char *text, FILE *to)
{
    fputs(" ", to);
    score_markdown_text(text, to);
    fputs(" |", to);
}

static void score_markdown_runs(const struct score_table *table, FILE *to)
{
    fputs(
        "| machine | processor | platform | compared with | strict | near | settled |\n"
        "| --- | --- | --- | --- | ---: | ---: | ---: |\n",
        to);
    for (unsigned c = 0; c < table->n_columns; c++) {
        const struct score_column *column = &table->columns[c];
        const struct run *run = column->run;
        char text[SCORE_SHARE_BYTES];
        fputs("|", to);
        score_markdown_cell(column->name, to);
        fputs(" ", to);
        score_markdown_text(run->name[0] ? run->name : "unknown processor", to);
        if (run->mhz > 0)
            fprintf(to, ", %s MHz", number_text(run->mhz, 1));
        fprintf(to, " | %s | %s |", platform_name(run->platform),
                score_table_chip_title(column->chip));
        score_markdown_cell(score_share_text(column->totals.strict, column->totals.settled, text),
                            to);
        score_markdown_cell(score_share_text(column->totals.near, column->totals.settled, text),
                            to);
        score_markdown_cell(score_share_text(column->totals.settled, column->totals.rows, text),
                            to);
        fputc('\n', to);
    }
}

/* Returns the number of columns after the row's unit: real values, and the runs. */
static unsigned score_markdown_columns(const struct score_table *table)
{
    return table->one_chip ? 1 + table->n_columns : 2 * table->n_columns;
}

static void score_markdown_row_head(const struct score_table *table, FILE *to)
{
    fputs("\n| # | row | unit |", to);
    if (table->one_chip)
        fprintf(to, " REAL %s |", score_table_chip_title(table->columns[0].chip));
    for (unsigned c = 0; c < table->n_columns; c++) {
        if (!table->one_chip)
            fprintf(to, " REAL %s |", score_table_chip_title(table->columns[c].chip));
        score_markdown_cell(table->columns[c].name, to);
    }
    fputs("\n| ---: | --- | --- |", to);
    for (unsigned c = 0; c < score_markdown_columns(table); c++)
        fputs(" --- |", to);
    fputc('\n', to);
}

/* Writes the value, with the verdict unless it is `same`. */
static void score_markdown_value(const struct score_cell *cell, FILE *to)
{
    const char *measured = cell->line && cell->line->measured ? cell->line->measured : NULL;
    fputs(" ", to);
    if (measured)
        score_markdown_text(measured, to);
    if (!cell->line)
        fputs("not received", to);
    else if (cell->verdict == SCORE_DIFFERS)
        fputs(" **differs**", to);
    else if (cell->verdict != SCORE_SAME)
        fprintf(to, measured ? " (%s)" : "%s", score_verdict_words(cell->verdict));
    fputs(" |", to);
}

static const char *score_markdown_real(const struct score_table *table,
                                       const struct score_table_row *row)
{
    for (unsigned c = 0; c < table->n_columns; c++)
        if (row->cells[c].real)
            return row->cells[c].real;
    return "-";
}

static void score_markdown_row(const struct score_table *table, const struct score_table_row *row,
                               FILE *to)
{
    fprintf(to, "| %u |", row->number);
    score_markdown_cell(row->name, to);
    score_markdown_cell(row->unit, to);
    if (table->one_chip)
        score_markdown_cell(score_markdown_real(table, row), to);
    for (unsigned c = 0; c < table->n_columns; c++) {
        if (!table->one_chip)
            score_markdown_cell(row->cells[c].real ? row->cells[c].real : "-", to);
        score_markdown_value(&row->cells[c], to);
    }
    fputc('\n', to);
}

static void score_markdown_rows(const struct score_table *table, bool all, FILE *to)
{
    const char *group = NULL;
    for (unsigned r = 0; r < table->n_rows; r++) {
        const struct score_table_row *row = &table->rows[r];
        if (!all && !row->differs)
            continue;
        if (!group)
            score_markdown_row_head(table, to);
        if (!group || strcmp(group, row->group)) {
            fprintf(to, "| | **%s** |", row->group);
            for (unsigned c = 0; c <= score_markdown_columns(table); c++)
                fputs(" |", to);
            fputc('\n', to);
        }
        group = row->group;
        score_markdown_row(table, row, to);
    }
}

static void score_markdown_notes(const struct score_table *table, FILE *to)
{
    unsigned n;
    struct score_note *notes = score_notes(table, &n);
    for (unsigned i = 0; i < n; i++) {
        fputs("- ", to);
        score_markdown_text(table->columns[notes[i].column].name, to);
        fprintf(to, ": %s%s", score_verdict_words(notes[i].verdict), *notes[i].what ? ", " : "");
        score_markdown_text(notes[i].what, to);
        fprintf(to, ": row%s %s\n", strpbrk(notes[i].rows, ", ") ? "s" : "", notes[i].rows);
    }
    if (n)
        fputc('\n', to);
    score_notes_free(notes, n);
}

void score_markdown_write(const struct score_table *table, bool all, FILE *to, bool colour)
{
    (void)colour;
    score_markdown_runs(table, to);
    score_markdown_rows(table, all, to);
    fputc('\n', to);
    if (table->n_columns > 1) {
        char *differences = score_notes_differences(table), *common = score_notes_common(table);
        fputs("- ", to);
        score_markdown_text(differences, to);
        fputs("\n- ", to);
        score_markdown_text(common, to);
        fputc('\n', to);
        free(differences);
        free(common);
    }
    score_markdown_notes(table, to);
    score_lines_print(table, to);
}
