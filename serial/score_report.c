/*
 * SPDX-License-Identifier: MIT
 * The score as records, and as a page of 23 lines of at most 79 columns: three columns of rows.
 */
#include "serial/report_lines.h"

#include "kernel/lib/format.h"
#include "kernel/lib/string.h"

/* ---- records --------------------------------------------------------------------------------- */

static void score_report_row_record(struct report_stream *report,
                                    const struct report_score_row *row)
{
    struct record record;
    record_begin(&record, &report->wire, "score_row");
    record_unsigned(&record, "row", row->number);
    record_text(&record, "group", row->group);
    record_text(&record, "name", row->name);
    record_text(&record, "unit", row->unit);
    if (row->measured)
        record_text(&record, "measured", row->measured);
    if (row->real)
        record_text(&record, "real", row->real);
    record_text(&record, "verdict", row->verdict);
    if (row->what)
        record_text(&record, "what", row->what);
    record_end(&record);
}

void score_report_records(struct report_stream *report, const struct report_score *score)
{
    struct record record;
    for (unsigned i = 0; i < score->n_rows; i++)
        score_report_row_record(report, &score->rows[i]);
    record_begin(&record, &report->wire, "score");
    record_unsigned(&record, "suite", score->suite);
    record_text(&record, "chip", score->chip);
    record_unsigned(&record, "strict", score->strict);
    record_unsigned(&record, "near", score->near);
    record_unsigned(&record, "settled", score->settled);
    record_unsigned(&record, "rows", score->n_rows);
    record_end(&record);
}

/* ---- the page -------------------------------------------------------------------------------- */

#define PAGE_WIDTH 79
#define COLUMNS    3
#define CELL       26
#define CELL_LABEL 13 /* the longest label; a log of a later suite may have longer names */
#define CELL_TEXT  21 /* the label, a blank and the value */

/* Writes the value, and the real one after a slash if they differ and both fit. */
static void score_report_value(const struct report_score_row *row, size_t width, char *text)
{
    const char *measured = row->measured ? row->measured : "";
    bool both = row->measured && row->real && strcmp(measured, row->real) != 0 &&
                strlen(measured) + 1 + strlen(row->real) <= width;
    if (both)
        format(text, width + 1, "%s/%s", measured, row->real);
    else
        format(text, width + 1, "%s", measured);
}

/* Writes at most CELL - 1 characters, and returns their number. */
static unsigned score_report_cell(const struct report_score_row *row, char text[CELL])
{
    const size_t length = strlen(row->label);
    const int label = length < CELL_LABEL ? (int)length : CELL_LABEL;
    const int width = CELL_TEXT - 1 - label;
    char value[CELL_TEXT];
    score_report_value(row, (size_t)width, value);
    int written = format(text, CELL, "%2u %.*s %*s%c", row->number, label, row->label, width, value,
                         row->mark);
    return written < CELL ? (unsigned)written : CELL - 1;
}

static void score_report_page_line(struct report_stream *report, const struct report_score *score,
                                   unsigned line, unsigned lines)
{
    char text[COLUMNS * CELL + 1] = "";
    char *end = text;
    for (unsigned i = line; i < score->n_rows; i += lines) {
        if (i != line)
            *end++ = ' ';
        end += score_report_cell(&score->rows[i], end);
    }
    report_line(report, "%s", text);
}

/* Names the machine, and the chip by the longest name that fits. The last line names it too. */
static void score_report_title(struct report_stream *report, const struct report_score *score)
{
    const char *const names[] = {score->chip_title, score->chip};
    char text[PAGE_WIDTH + 1];
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (format(text, sizeof text, "Bareprobe score %u  %s; real: %s", score->suite,
                   score->machine, names[i]) <= PAGE_WIDTH) {
            report_line(report, "%s", text);
            return;
        }
    format(text, sizeof text, "Bareprobe score %u  %s", score->suite, score->machine);
    report_line(report, "%s", text);
}

void score_report_text(struct report_stream *report, const struct report_score *score)
{
    const unsigned lines = (score->n_rows + COLUMNS - 1) / COLUMNS;
    score_report_title(report, score);
    for (unsigned line = 0; line < lines; line++)
        score_report_page_line(report, score, line, lines);
    report_line(report,
                "measured/real: = same, ~ near, x differs, ? not settled, "
                "- not measurable");
    report_line(report, "SCORE suite=%u chip=%s strict=%u/%u near=%u/%u settled=%u/%u",
                score->suite, score->chip, score->strict, score->settled, score->near,
                score->settled, score->settled, score->n_rows);
}
