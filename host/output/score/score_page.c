/*
 * SPDX-License-Identifier: MIT
 * Writes scores as a web page: the machines, then the rows with a column for each machine. A cell
 * has a verdict's colour and, unless the value is the same, its word.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/output/html/html_page.h"
#include "host/output/score/score_notes.h"
#include "host/output/score/score_output.h"

/* ---- the machines --------------------------------------------------------------------------- */

static void score_page_share(FILE *page, unsigned part, unsigned whole)
{
    char text[SCORE_SHARE_BYTES];
    html_text_number(page, whole ? (double)part / whole : NAN, score_share_text(part, whole, text));
}

/* Returns "Intel 430FX, BIOS AMI 1.00.12", as far as the owner described the machine. */
static char *score_page_description(const struct run *run)
{
    char *text = allocate_copy(run->board);
    allocate_appended(&text, *text && *run->chip_set ? ", " : "", run->chip_set);
    allocate_appended(&text,
                      *text && *run->bios ? ", BIOS "
                      : *run->bios        ? "BIOS "
                                          : "",
                      run->bios);
    return text;
}

static void score_page_machine(FILE *page, const struct score_column *column)
{
    const struct run *run = column->run;
    char *description = score_page_description(run);
    fputs("<tr><td>", page);
    html_text(page, column->name);
    fputs("<div class=where>", page);
    html_text_print(page, "%s%s%s", run->source, *description ? "; " : "", description);
    fputs("</div></td><td>", page);
    html_text(page, run->name[0] ? run->name : "unknown processor");
    if (run->mhz > 0)
        html_text_print(page, ", %s MHz", number_text(run->mhz, 1));
    fputs("</td>", page);
    html_text_cell(page, platform_name(run->platform));
    html_text_cell(page, score_table_chip_title(column->chip));
    score_page_share(page, column->totals.strict, column->totals.settled);
    score_page_share(page, column->totals.near, column->totals.settled);
    score_page_share(page, column->totals.settled, column->totals.rows);
    fputs("</tr>\n", page);
    free(description);
}

static void score_page_machines(FILE *page, const struct score_table *table)
{
    fputs(
        "<div class=wide><table class=\"sorts machines\">\n<thead><tr><th scope=col>machine</th>"
        "<th scope=col>processor</th><th scope=col>platform</th>"
        "<th scope=col>compared with a real</th><th scope=col class=number>strict</th>"
        "<th scope=col class=number>near</th><th scope=col class=number>settled</th></tr></thead>\n"
        "<tbody>\n",
        page);
    for (unsigned c = 0; c < table->n_columns; c++)
        score_page_machine(page, &table->columns[c]);
    fputs("</tbody></table></div>\n", page);
    fputs(
        "<p class=about>Strict and near (within 10&nbsp;%) are shares of the settled rows; near "
        "includes strict. Settled is a share of all rows.</p>\n",
        page);
}

/* ---- the rows ------------------------------------------------------------------------------- */

static const char *score_page_class(const struct score_cell *cell)
{
    return !cell->line                      ? "unsettled"
           : cell->verdict == SCORE_SAME    ? "same"
           : cell->verdict == SCORE_NEAR    ? "near"
           : cell->verdict == SCORE_DIFFERS ? "differs"
                                            : "unsettled";
}

static void score_page_cell(FILE *page, const struct score_cell *cell)
{
    const char *measured = cell->line ? cell->line->measured : NULL;
    fprintf(page, "<td class=\"%s\"", score_page_class(cell));
    if (cell->what) {
        fputs(" title=\"", page);
        html_text(page, cell->what);
        fputs("\"", page);
    }
    fputs(">", page);
    html_text(page, measured ? measured : cell->line ? "" : "-");
    if (!cell->line || cell->verdict != SCORE_SAME) {
        fputs("<span class=verdict>", page);
        html_text(page, cell->line ? score_verdict_words(cell->verdict) : "not received");
        fputs("</span>", page);
    }
    fputs("</td>", page);
}

static void score_page_real(FILE *page, const char *real)
{
    fputs("<td class=real>", page);
    html_text(page, real ? real : "-");
    fputs("</td>", page);
}

static const char *score_page_common_real(const struct score_table *table,
                                          const struct score_table_row *row)
{
    for (unsigned c = 0; c < table->n_columns; c++)
        if (row->cells[c].real)
            return row->cells[c].real;
    return NULL;
}

static void score_page_row(FILE *page, const struct score_table *table,
                           const struct score_table_row *row)
{
    char number[16];
    snprintf(number, sizeof number, "%u", row->number);
    fputs(row->differs ? "<tr class=changed>" : "<tr>", page);
    html_text_number(page, row->number, number);
    html_text_cell(page, row->name);
    html_text_cell(page, row->unit);
    if (table->one_chip)
        score_page_real(page, score_page_common_real(table, row));
    for (unsigned c = 0; c < table->n_columns; c++) {
        if (!table->one_chip)
            score_page_real(page, row->cells[c].real);
        score_page_cell(page, &row->cells[c]);
    }
    fputs("</tr>\n", page);
}

static void score_page_real_head(FILE *page, const char *chip)
{
    fputs("<th scope=col>", page);
    html_text_print(page, "real %s", score_table_chip_title(chip));
    fputs("</th>", page);
}

static void score_page_open_group(FILE *page, const struct score_table *table, const char *group)
{
    fputs("<h2>", page);
    html_text(page, group);
    fputs(
        "</h2>\n<div class=wide><table class=\"sorts scores\">\n<thead><tr>"
        "<th scope=col class=number>#</th><th scope=col>row</th><th scope=col>unit</th>",
        page);
    if (table->one_chip)
        score_page_real_head(page, table->columns[0].chip);
    for (unsigned c = 0; c < table->n_columns; c++) {
        if (!table->one_chip)
            score_page_real_head(page, table->columns[c].chip);
        fputs("<th scope=col>", page);
        html_text(page, table->columns[c].name);
        fputs("</th>", page);
    }
    fputs("</tr></thead>\n<tbody>\n", page);
}

static void score_page_rows(FILE *page, const struct score_table *table, bool all)
{
    static const char end[] = "</tbody></table></div>\n";
    const char *group = NULL;
    for (unsigned r = 0; r < table->n_rows; r++) {
        const struct score_table_row *row = &table->rows[r];
        if (!all && !row->differs)
            continue;
        if (!group || strcmp(group, row->group)) {
            fputs(group ? end : "", page);
            score_page_open_group(page, table, row->group);
        }
        group = row->group;
        score_page_row(page, table, row);
    }
    fputs(group ? end : "", page);
}

/* ---- notes ---------------------------------------------------------------------------------- */

static void score_page_notes(FILE *page, const struct score_table *table)
{
    unsigned n;
    struct score_note *notes = score_notes(table, &n);
    if (n)
        fputs("<h2>Rows without a comparison</h2>\n<ul>\n", page);
    for (unsigned i = 0; i < n; i++) {
        fputs("<li>", page);
        html_text_print(page, "%s: %s%s%s: row%s %s", table->columns[notes[i].column].name,
                        score_verdict_words(notes[i].verdict), *notes[i].what ? ", " : "",
                        notes[i].what, strpbrk(notes[i].rows, ", ") ? "s" : "", notes[i].rows);
        fputs("</li>\n", page);
    }
    fputs(n ? "</ul>\n" : "", page);
    score_notes_free(notes, n);
}

static void score_page_differences(FILE *page, const struct score_table *table)
{
    char *differences = score_notes_differences(table), *common = score_notes_common(table);
    fputs("<p>", page);
    html_text_print(page, "%s.", differences);
    fputs(table->n_differing ? " They have a blue edge.</p>\n<p>" : "</p>\n<p>", page);
    html_text_print(page, "%c%s.", toupper((unsigned char)*common), common + 1);
    fputs("</p>\n", page);
    free(differences);
    free(common);
}

/* If all runs have one platform, its sentence precedes everything. */
static void score_page_head(FILE *page, const struct score_table *table)
{
    const char *title = table->n_columns == 1 ? table->columns[0].name : "scores";
    bool one_platform = true;
    for (unsigned c = 1; c < table->n_columns; c++)
        one_platform &= table->columns[c].run->platform == table->columns[0].run->platform;
    if (one_platform)
        html_head_open(page, title, "Score", table->columns[0].run->platform);
    else
        html_head_begin(page, title, "Scores of several platforms");
}

void score_page_write(const struct score_table *table, bool all, FILE *to, bool colour)
{
    (void)colour;
    score_page_head(to, table);
    score_page_machines(to, table);
    if (table->n_columns > 1)
        score_page_differences(to, table);
    score_page_rows(to, table, all);
    score_page_notes(to, table);
    html_end(to);
}
