/*
 * SPDX-License-Identifier: MIT
 * Stores the cells of a grid as text, and prints as many columns side by side as fit.
 */
#include "host/output/event_tables/event_grid.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/text_table.h"

#define GAP         2  /* blanks between columns */
#define MOST_NAME   32 /* columns of a name, if the table is wider than the terminal, */
#define LEAST_NAME  18 /* and the least, if more columns then fit side by side */
#define INDENT      2  /* of a name's further lines */
#define MOST_HEADER 22
#define SIGN        " +/- "

struct grid_cell {
    char *mean, *interval; /* interval is NULL for a text */
};

struct grid_row {
    char *name;
    struct grid_cell *cells; /* by column */
    unsigned n_cells;
};

struct event_grid {
    char *corner;
    char **headers;
    struct grid_row *rows;
    unsigned n_columns, n_rows;
};

/* Widths of a column: of its means, of its intervals, and of the whole. */
struct grid_widths {
    unsigned mean, interval, all;
};

struct event_grid *event_grid_new(const char *corner)
{
    struct event_grid *grid = allocate_zeroed(sizeof *grid);
    grid->corner = allocate_copy(corner);
    return grid;
}

void event_grid_free(struct event_grid *grid)
{
    for (unsigned r = 0; r < grid->n_rows; r++) {
        for (unsigned c = 0; c < grid->rows[r].n_cells; c++) {
            free(grid->rows[r].cells[c].mean);
            free(grid->rows[r].cells[c].interval);
        }
        free(grid->rows[r].cells);
        free(grid->rows[r].name);
    }
    for (unsigned c = 0; c < grid->n_columns; c++)
        free(grid->headers[c]);
    free(grid->rows);
    free(grid->headers);
    free(grid->corner);
    free(grid);
}

unsigned event_grid_add_column(struct event_grid *grid, const char *header)
{
    char **added = allocate_element(&grid->headers, &grid->n_columns, sizeof *added);
    *added = allocate_copy(header);
    return grid->n_columns - 1;
}

unsigned event_grid_add_row(struct event_grid *grid, const char *name)
{
    struct grid_row *row = allocate_element(&grid->rows, &grid->n_rows, sizeof *row);
    row->name = allocate_copy(name);
    return grid->n_rows - 1;
}

unsigned event_grid_row(struct event_grid *grid, const char *name)
{
    for (unsigned r = 0; r < grid->n_rows; r++)
        if (!strcmp(grid->rows[r].name, name))
            return r;
    return event_grid_add_row(grid, name);
}

static struct grid_cell *event_grid_cell(struct event_grid *grid, unsigned row, unsigned column)
{
    struct grid_row *of = &grid->rows[row];
    while (of->n_cells <= column)
        allocate_element(&of->cells, &of->n_cells, sizeof *of->cells);
    return &of->cells[column];
}

void event_grid_set_text(struct event_grid *grid, unsigned row, unsigned column, const char *text)
{
    struct grid_cell *cell = event_grid_cell(grid, row, column);
    free(cell->mean);
    cell->mean = allocate_copy(text);
}

void event_grid_set_mean(struct event_grid *grid, unsigned row, unsigned column, const char *mean,
                         const char *interval)
{
    event_grid_set_text(grid, row, column, mean);
    event_grid_cell(grid, row, column)->interval = allocate_copy(interval);
}

/* Returns a cell of the row, or an empty one. */
static struct grid_cell event_grid_get(const struct grid_row *row, unsigned column)
{
    return column < row->n_cells ? row->cells[column] : (struct grid_cell){0};
}

bool event_grid_is_set(const struct event_grid *grid, unsigned row, unsigned column)
{
    return event_grid_get(&grid->rows[row], column).mean != NULL;
}

/* ---- lines of names and headers -------------------------------------------------------------- */

/*
 * Returns the length of the first line of a text: the longest that ends at a line feed or after one
 * of "_/: " and has at most `most` bytes. A longer word is not divided.
 */
static size_t event_grid_line(const char *text, unsigned most)
{
    size_t end = strcspn(text, "\n"), length = strcspn(text, "_/: \n");
    if (end <= most)
        return end;
    while (length < end) {
        size_t longer = length + 1 + strcspn(text + length + 1, "_/: \n");
        if (longer + (longer < end) > most)
            return length + 1;
        length = longer;
    }
    return end;
}

/* Returns the text after the first line. */
static const char *event_grid_after(const char *text, unsigned most)
{
    text += event_grid_line(text, most);
    return *text == '\n' ? text + 1 : text;
}

static unsigned event_grid_lines(const char *text, unsigned most)
{
    unsigned lines = 0;
    for (; *text; text = event_grid_after(text, most))
        lines++;
    return lines;
}

static unsigned event_grid_text_width(const char *text, unsigned most)
{
    unsigned width = 0;
    for (; *text; text = event_grid_after(text, most)) {
        size_t line = event_grid_line(text, most);
        width = line > width ? (unsigned)line : width;
    }
    return width;
}

/* Returns line number `line` of a text, without a blank at its end. The caller frees it. */
static char *event_grid_nth_line(const char *text, unsigned most, unsigned line)
{
    while (line--)
        text = event_grid_after(text, most);
    size_t length = event_grid_line(text, most);
    return allocate_text("%.*s", (int)(length && text[length - 1] == ' ' ? length - 1 : length),
                         text);
}

/* ---- widths ---------------------------------------------------------------------------------- */

static unsigned event_grid_most(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static struct grid_widths event_grid_widths(const struct event_grid *grid, unsigned column)
{
    struct grid_widths widths = {0};
    unsigned text = 0;
    for (unsigned r = 0; r < grid->n_rows; r++) {
        struct grid_cell cell = event_grid_get(&grid->rows[r], column);
        if (cell.interval) {
            widths.mean = event_grid_most(widths.mean, text_table_text_width(cell.mean));
            widths.interval =
                event_grid_most(widths.interval, text_table_text_width(cell.interval));
        } else if (cell.mean) {
            text = event_grid_most(text, text_table_text_width(cell.mean));
        }
    }
    if (widths.interval)
        text = event_grid_most(text, widths.mean + (unsigned)strlen(SIGN) + widths.interval);
    unsigned header = event_grid_text_width(grid->headers[column], MOST_HEADER);
    widths.all = event_grid_most(text, header);
    return widths;
}

static unsigned event_grid_name_width(const struct event_grid *grid, unsigned most)
{
    unsigned width = event_grid_text_width(grid->corner, most);
    for (unsigned r = 0; r < grid->n_rows; r++) {
        const char *name = grid->rows[r].name;
        unsigned first = (unsigned)event_grid_line(name, most);
        unsigned rest = event_grid_text_width(event_grid_after(name, most), most);
        width = event_grid_most(width, event_grid_most(first, rest ? rest + INDENT : 0));
    }
    return width;
}

/* Returns the end of the columns that fit next to each other, from `from` on: at least one. */
static unsigned event_grid_block(const struct event_grid *grid, const struct grid_widths *widths,
                                 unsigned from, unsigned names, unsigned width)
{
    unsigned to = from, used = names;
    while (to < grid->n_columns && (to == from || used + GAP + widths[to].all <= width))
        used += GAP + widths[to++].all;
    return to;
}

/* ---- output ---------------------------------------------------------------------------------- */

static void event_grid_print_header(const struct event_grid *grid, const struct grid_widths *widths,
                                    unsigned from, unsigned end, unsigned names, FILE *to)
{
    unsigned lines = 1;
    for (unsigned c = from; c < end; c++)
        lines = event_grid_most(lines, event_grid_lines(grid->headers[c], MOST_HEADER));
    for (unsigned line = 0; line < lines; line++) {
        fprintf(to, "%-*s", (int)names, line + 1 == lines ? grid->corner : "");
        for (unsigned c = from; c < end; c++) {
            unsigned own = event_grid_lines(grid->headers[c], MOST_HEADER);
            bool there = line + own >= lines; /* headers end on the last line */
            char *text =
                there ? event_grid_nth_line(grid->headers[c], MOST_HEADER, line + own - lines)
                      : allocate_copy("");
            fprintf(to, "%*s", (int)(GAP + widths[c].all), text);
            free(text);
        }
        fputc('\n', to);
    }
}

static void event_grid_print_cell(const struct grid_cell *cell, const struct grid_widths *widths,
                                  FILE *to)
{
    if (!cell->interval) {
        const char *text = cell->mean ? cell->mean : "-";
        fprintf(to, "%*s%s", (int)(GAP + widths->all - text_table_text_width(text)), "", text);
        return;
    }
    unsigned used = (unsigned)strlen(SIGN) + widths->interval;
    fprintf(to, "%*s" SIGN "%*s", (int)(GAP + widths->all - used), cell->mean,
            (int)widths->interval, cell->interval);
}

/* A line of a name after the first is indented. The cells are on the last one. */
static void event_grid_print_row(const struct grid_row *row, const struct grid_widths *widths,
                                 unsigned from, unsigned end, unsigned names, unsigned most,
                                 FILE *to)
{
    unsigned lines = event_grid_lines(row->name, most);
    for (unsigned line = 0; line < lines; line++) {
        char *text = event_grid_nth_line(row->name, most, line);
        if (line + 1 < lines)
            fprintf(to, "%*s%s\n", line ? INDENT : 0, "", text);
        else
            fprintf(to, "%*s%-*s", line ? INDENT : 0, "", (int)(names - (line ? INDENT : 0)), text);
        free(text);
    }
    for (unsigned c = from; c < end; c++) {
        struct grid_cell cell = event_grid_get(row, c);
        event_grid_print_cell(&cell, &widths[c], to);
    }
    fputc('\n', to);
}

/* Returns the number of tables below each other. */
static unsigned event_grid_blocks(const struct event_grid *grid, const struct grid_widths *widths,
                                  unsigned names, unsigned width)
{
    unsigned blocks = 0;
    for (unsigned from = 0; from < grid->n_columns; blocks++)
        from = event_grid_block(grid, widths, from, names, width);
    return blocks;
}

/* Returns the columns of a line of a name with which the fewest tables are needed. */
static unsigned event_grid_most_name(const struct event_grid *grid,
                                     const struct grid_widths *widths, unsigned width)
{
    unsigned best = width,
             fewest = event_grid_blocks(grid, widths, event_grid_name_width(grid, width), width);
    for (unsigned most = MOST_NAME; most >= LEAST_NAME && fewest > 1; most--) {
        unsigned names = event_grid_name_width(grid, most);
        unsigned blocks = event_grid_blocks(grid, widths, names, width);
        if (blocks >= fewest)
            continue;
        best = most;
        fewest = blocks;
    }
    return best;
}

void event_grid_print(const struct event_grid *grid, unsigned width, bool colour, FILE *to)
{
    struct grid_widths *widths = allocate_zeroed((grid->n_columns + 1) * sizeof *widths);
    for (unsigned c = 0; c < grid->n_columns; c++)
        widths[c] = event_grid_widths(grid, c);
    unsigned most = event_grid_most_name(grid, widths, width);
    unsigned names = event_grid_name_width(grid, most);
    for (unsigned from = 0, end; from < grid->n_columns; from = end) {
        end = event_grid_block(grid, widths, from, names, width);
        fputs(from ? "\n" : "", to);
        fputs(colour ? "\033[2m" : "", to);
        event_grid_print_header(grid, widths, from, end, names, to);
        fputs(colour ? "\033[0m" : "", to);
        for (unsigned r = 0; r < grid->n_rows; r++)
            event_grid_print_row(&grid->rows[r], widths, from, end, names, most, to);
    }
    free(widths);
}
