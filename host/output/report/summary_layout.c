/*
 * SPDX-License-Identifier: MIT
 * Chooses the layout of a summary from the widths of its cells.
 */
#include "host/output/report/summary_layout.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/text_table.h"

#define LEAST_NAME  9 /* the header's width */
#define MOST_REGION 24
#define MOST_HEADER 13 /* for a line of an event's name, if its words allow it */

/* Left out in this order if the terminal is too narrow; other events go first. */
static const enum summary_kind least_needed[] = {
    SUMMARY_V_PIPE, SUMMARY_AGI, SUMMARY_MISPREDICTIONS, SUMMARY_DATA_MISSES,
    SUMMARY_STALL,  SUMMARY_CPI, SUMMARY_INTERVAL,       SUMMARY_INSTRUCTIONS};
enum { LEAST_NEEDED = sizeof least_needed / sizeof least_needed[0] };

/* ---- widths ---------------------------------------------------------------------------------- */

static unsigned wider(unsigned width, const char *text)
{
    unsigned of_text = text_table_text_width(text);
    return of_text > width ? of_text : width;
}

/* Returns the length of the next line of an event's name, which ends after "_", ":" or "+". */
static size_t summary_layout_header_next(const char *name)
{
    size_t length = strcspn(name, "_:+");
    while (name[length]) {
        size_t longer = length + 1 + strcspn(name + length + 1, "_:+");
        if (longer + (name[longer] != 0) > MOST_HEADER)
            return length + 1;
        length = longer;
    }
    return length;
}

static unsigned summary_layout_count_lines(const struct summary_column *column)
{
    unsigned lines = 0;
    if (column->kind != SUMMARY_EVENT)
        return 1;
    for (const char *at = column->header; *at; at += summary_layout_header_next(at))
        lines++;
    return lines;
}

static unsigned summary_layout_header_width(const struct summary_column *column)
{
    unsigned width = 0;
    if (column->kind != SUMMARY_EVENT)
        return text_table_text_width(column->header);
    for (const char *at = column->header; *at; at += summary_layout_header_next(at))
        width = summary_layout_header_next(at) > width ? (unsigned)summary_layout_header_next(at)
                                                       : width;
    return width;
}

static unsigned summary_layout_column_width(const struct summary *summary, unsigned column)
{
    unsigned width = summary_layout_header_width(&summary->columns[column]);
    for (unsigned i = 0; i < summary->n_rows; i++)
        width = wider(width, summary->rows[i].cells[column].text);
    return width;
}

static char *summary_layout_format_name(const char *bench, bool short_names)
{
    char *text = allocate_copy(bench), *to = text + strcspn(text, ":");
    const char *from = bench + strcspn(bench, ":");
    while (short_names && *from) {
        size_t name = strcspn(from + 1, "=:"), skipped = from[1 + name] == '=' ? name + 1 : 0;
        size_t value = strcspn(from + 1 + skipped, ":");
        *to++ = ':';
        memmove(to, from + 1 + skipped, value);
        to += value;
        from += 1 + skipped + value;
        *to = 0;
    }
    return text;
}

static unsigned summary_layout_names_width(const struct summary *summary, bool short_names)
{
    unsigned width = LEAST_NAME;
    for (unsigned i = 0; i < summary->n_rows; i++) {
        char *name = summary_layout_format_name(summary->rows[i].place->bench, short_names);
        width = wider(width, name);
        free(name);
    }
    return width;
}

/* Returns the columns that remain for names; 0 if no room remains. */
static unsigned summary_layout_names_space(const struct summary_layout *layout)
{
    unsigned gap = layout->gap;
    unsigned used = layout->region + gap + (layout->mode ? layout->mode + gap : 0);
    for (unsigned c = 0; c < layout->summary->n_columns; c++)
        if (!layout->left_out[c])
            used += gap + summary_layout_column_width(layout->summary, c);
    return used < layout->width ? layout->width - used : 0;
}

/* Leaves out the last column of another event; returns false if none is left. */
static bool summary_layout_omit_event(struct summary_layout *layout)
{
    const struct summary *summary = layout->summary;
    for (unsigned c = summary->n_columns; c-- > 1;)
        if (!layout->left_out[c] && summary->columns[c].kind == SUMMARY_EVENT)
            return layout->left_out[c] = true;
    return false;
}

/* Leaves out the column that is needed least; returns false if only clocks or one event remain. */
static bool summary_layout_omit_column(struct summary_layout *layout)
{
    const struct summary *summary = layout->summary;
    unsigned kept = 0;
    for (unsigned c = 0; c < summary->n_columns; c++)
        kept += !layout->left_out[c];
    if (kept < 2)
        return false;
    for (unsigned i = 0; i < LEAST_NEEDED; i++) {
        const struct summary_column *column = summary_column_of(summary, least_needed[i]);
        bool *left_out = column ? &layout->left_out[column - summary->columns] : NULL;
        if (left_out && !*left_out)
            return *left_out = true;
    }
    return false;
}

/* Chooses the widest layout in which all names fit; returns false if no layout does. */
static bool summary_layout_fit_names(struct summary_layout *layout)
{
    for (unsigned try = 0; try < 4; try++) {
        layout->gap = try < 2 ? 2 : 1;
        layout->short_names = try & 1;
        layout->name = summary_layout_names_width(layout->summary, layout->short_names);
        if (layout->name <= summary_layout_names_space(layout))
            return true;
    }
    return false;
}

static void summary_layout_fit(struct summary_layout *layout)
{
    const struct summary *summary = layout->summary;
    layout->region = text_table_text_width("region");
    for (unsigned i = 0; i < summary->n_rows; i++) {
        layout->region = wider(layout->region, summary->rows[i].region);
        layout->mode = wider(layout->mode, summary->rows[i].mode);
    }
    if (layout->region > MOST_REGION)
        layout->region = MOST_REGION;
    do {
        if (summary_layout_fit_names(layout))
            return;
    } while (summary_layout_omit_event(layout));
    layout->own_lines = true;
    layout->short_names = false;
    layout->name = LEAST_NAME;
    while (summary_layout_names_space(layout) < LEAST_NAME && summary_layout_omit_column(layout))
        continue;
    if (summary_layout_names_space(layout) > LEAST_NAME)
        layout->name = summary_layout_names_space(layout);
}

/* ---- the layout ------------------------------------------------------------------------------ */

struct summary_layout summary_layout_new(const struct summary *summary, unsigned width)
{
    struct summary_layout layout = {
        .summary = summary, .width = width, .left_out = allocate_zeroed(summary->n_columns + 1)};
    summary_layout_fit(&layout);
    for (unsigned c = 0; c < summary->n_columns; c++)
        if (!layout.left_out[c] &&
            summary_layout_count_lines(&summary->columns[c]) > layout.header_lines)
            layout.header_lines = summary_layout_count_lines(&summary->columns[c]);
    return layout;
}

void summary_layout_free(struct summary_layout *layout)
{
    free(layout->left_out);
}

char *summary_layout_name(const struct summary_layout *layout, const char *bench)
{
    return summary_layout_format_name(bench, layout->short_names);
}

char *summary_layout_header(const struct summary_layout *layout, unsigned column, unsigned line)
{
    const struct summary_column *of = &layout->summary->columns[column];
    const char *at = of->header;
    unsigned empty = layout->header_lines - summary_layout_count_lines(of);
    if (line < empty || layout->left_out[column])
        return allocate_copy("");
    if (of->kind != SUMMARY_EVENT)
        return allocate_copy(at);
    for (line -= empty; line > 0; line--)
        at += summary_layout_header_next(at);
    return allocate_text("%.*s", (int)summary_layout_header_next(at), at);
}

bool summary_layout_own_line(const struct summary_layout *layout, const char *name)
{
    return layout->own_lines && (strchr(name, ':') || text_table_text_width(name) > layout->name);
}
