/*
 * SPDX-License-Identifier: MIT
 * Draws a diagram in a terminal. A clock is a column; a run of clocks in which nothing begins or
 * ends is one column with their number. A diagram that is wider than the terminal continues below.
 */
#include "host/analysis/explain/diagram.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

enum { NAME_WIDTH = 6, FOLDED_FROM = 4, LEAST_WIDTH = 4 };

struct diagram_columns {
    struct diagram_column {
        unsigned clock, span;
        bool iteration; /* an iteration begins here */
    } * all;
    unsigned n, width;
    const char *line,
        *iteration; /* for a cell that continues, and for the beginning of an iteration */
};

static bool edge_at(const struct diagram *diagram, unsigned clock)
{
    for (unsigned i = 0; i < diagram->n; i++)
        if (diagram->cells[i].from == clock || diagram->cells[i].until == clock)
            return true;
    return false;
}

static bool diagram_text_iteration_at(const struct diagram *diagram, unsigned clock)
{
    for (unsigned i = 0; i < diagram->iterations; i++)
        if (diagram->iteration_at[i] == clock)
            return true;
    return false;
}

static struct diagram_columns diagram_text_columns(const struct diagram *diagram, bool plain)
{
    struct diagram_columns columns = {
        .width = LEAST_WIDTH, .line = plain ? "-" : "\u2500", .iteration = plain ? "|" : "\u2502"};
    for (unsigned clock = 0; clock < diagram->clocks;) {
        unsigned run = 1;
        while (clock + run < diagram->clocks && !edge_at(diagram, clock) &&
               !edge_at(diagram, clock + run))
            run++;
        struct diagram_column *column = allocate_element(&columns.all, &columns.n, sizeof *column);
        *column = (struct diagram_column){clock, run >= FOLDED_FROM ? run : 1,
                                          diagram_text_iteration_at(diagram, clock)};
        clock += column->span;
    }
    for (unsigned i = 0; i < diagram->n; i++) {
        unsigned length = (unsigned)strlen(diagram->cells[i].text);
        columns.width = length > columns.width ? length : columns.width;
    }
    return columns;
}

static void repeat(const char *text, unsigned times, FILE *to)
{
    while (times-- > 0)
        fputs(text, to);
}

/* Blanks are delayed until text follows, so that no line ends in blanks. */
struct pen {
    FILE *to;
    unsigned blanks;
};

static void blank(struct pen *pen, unsigned n)
{
    pen->blanks += n;
}

static void ink(struct pen *pen, const char *text)
{
    fprintf(pen->to, "%*s%s", (int)pen->blanks, "", text);
    pen->blanks = 0;
}

static void line_end(struct pen *pen)
{
    fputc('\n', pen->to);
    pen->blanks = 0;
}

static void gap(struct pen *pen, const struct diagram_columns *columns,
                const struct diagram_column *column)
{
    if (column->iteration)
        ink(pen, columns->iteration);
    else
        blank(pen, 1);
}

static void diagram_text_number_line(struct pen *pen, const struct diagram_columns *columns,
                                     unsigned from, unsigned to)
{
    char text[24];
    ink(pen, "clock");
    blank(pen, NAME_WIDTH - 5);
    for (unsigned i = from; i < to; i++) {
        const struct diagram_column *column = &columns->all[i];
        gap(pen, columns, column);
        if (column->span > 1)
            snprintf(text, sizeof text, "%u*", column->span);
        else
            snprintf(text, sizeof text, "%u", column->clock + 1);
        ink(pen, text);
        unsigned length = (unsigned)strlen(text);
        blank(pen, length < columns->width ? columns->width - length : 0);
    }
    line_end(pen);
}

static const struct diagram_cell *diagram_text_cell_at(const struct diagram *diagram, unsigned lane,
                                                       unsigned clock)
{
    for (unsigned i = 0; i < diagram->n; i++)
        if (diagram->cells[i].lane == lane && diagram->cells[i].from <= clock &&
            clock < diagram->cells[i].until)
            return &diagram->cells[i];
    return NULL;
}

static void diagram_text_cell(struct pen *pen, const struct diagram_columns *columns,
                              const struct diagram_cell *cell, unsigned clock, bool first)
{
    unsigned width = columns->width;
    if (!cell->goes_on && (cell->from == clock || first)) {
        ink(pen, cell->text);
        blank(pen, width - (unsigned)strlen(cell->text));
        return;
    }
    ink(pen, "");
    repeat(columns->line, width - 1, pen->to);
    blank(pen, 1);
}

static void diagram_text_lane(struct pen *pen, const struct diagram *diagram,
                              const struct diagram_columns *columns, unsigned lane, unsigned from,
                              unsigned to)
{
    const char *name = diagram->names[lane];
    ink(pen, name);
    blank(pen, NAME_WIDTH - (unsigned)strlen(name));
    for (unsigned i = from; i < to; i++) {
        const struct diagram_column *column = &columns->all[i];
        const struct diagram_cell *cell = diagram_text_cell_at(diagram, lane, column->clock);
        gap(pen, columns, column);
        if (cell)
            diagram_text_cell(pen, columns, cell, column->clock, i == from);
        else
            blank(pen, columns->width);
    }
    line_end(pen);
}

void diagram_text(const struct diagram *diagram, unsigned width, bool plain, FILE *to)
{
    struct diagram_columns columns = diagram_text_columns(diagram, plain);
    unsigned room = width > NAME_WIDTH + 1 ? (width - NAME_WIDTH - 1) / (columns.width + 1) : 1;
    struct pen pen = {.to = to};
    for (unsigned from = 0; from < columns.n;) {
        unsigned end = from + (room ? room : 1) < columns.n ? from + (room ? room : 1) : columns.n;
        if (from)
            fputc('\n', to);
        diagram_text_number_line(&pen, &columns, from, end);
        for (unsigned lane = 0; lane < diagram->lanes; lane++)
            diagram_text_lane(&pen, diagram, &columns, lane, from, end);
        from = end;
    }
    free(columns.all);
}
