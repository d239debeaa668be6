/*
 * SPDX-License-Identifier: MIT
 * Writes the summary of a run: the table that `bareprobe run` prints, one row per region.
 */
#include <math.h>
#include <stdlib.h>

#include "host/output/html/html_page.h"
#include "host/output/report/region_summary.h"
#include "host/output/show/show_views.h"

static void head_cell(FILE *page, const char *header, bool number)
{
    fprintf(page, "<th scope=col%s>", number ? " class=number" : "");
    html_text(page, header);
    fputs("</th>", page);
}

static bool has_modes(const struct summary *summary)
{
    for (unsigned i = 0; i < summary->n_rows; i++)
        if (*summary->rows[i].mode)
            return true;
    return false;
}

static void html_summary_head(FILE *page, const struct summary *summary, bool modes)
{
    fputs("<div class=wide><table class=\"sorts summary\">\n<thead><tr>", page);
    head_cell(page, "benchmark", false);
    head_cell(page, "region", false);
    if (modes)
        head_cell(page, "mode", false);
    for (unsigned c = 0; c < summary->n_columns; c++)
        head_cell(page, summary->columns[c].header, summary->columns[c].kind != SUMMARY_STALL);
    fputs("</tr></thead>\n<tbody>\n", page);
}

/* A cell without a number has only text, which sorts after the numbers. */
static void html_summary_cell(FILE *page, const struct summary_column *column,
                              const struct summary_cell *cell)
{
    if (column->kind == SUMMARY_STALL) {
        html_text_cell(page, cell->text);
    } else if (isnan(cell->value)) {
        fputs("<td class=number>", page);
        html_text(page, cell->text);
        fputs("</td>", page);
    } else {
        html_text_number(page, cell->value, cell->text);
    }
}

static void html_summary_row(FILE *page, const struct summary *summary,
                             const struct summary_row *row, bool modes)
{
    fputs("<tr>", page);
    html_text_cell(page, row->place->bench);
    html_text_cell(page, row->region);
    if (modes)
        html_text_cell(page, row->mode);
    for (unsigned c = 0; c < summary->n_columns; c++)
        html_summary_cell(page, &summary->columns[c], &row->cells[c]);
    fputs("</tr>\n", page);
}

void html_summary(FILE *page, const struct run *run, const struct result_selection *selection)
{
    const struct view view = {.selection = *selection};
    unsigned n;
    const struct result **results = show_results_select(run, &view, &n);
    if (n) {
        struct summary *summary = region_summary_new(run, results, n);
        char *method = region_summary_method(summary);
        bool modes = has_modes(summary);
        fputs("<p class=about>", page);
        html_text(page, method);
        fputs("</p>\n", page);
        html_summary_head(page, summary, modes);
        for (unsigned i = 0; i < summary->n_rows; i++)
            html_summary_row(page, summary, &summary->rows[i], modes);
        fputs("</tbody></table></div>\n", page);
        free(method);
        region_summary_free(summary);
    }
    free(results);
}
