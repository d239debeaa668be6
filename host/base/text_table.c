/*
 * SPDX-License-Identifier: MIT
 * Prints aligned tables. All cells are stored as text until the column widths are known.
 */
#include "host/base/text_table.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/allocate.h"

struct row {
    char *line; /* if not NULL, the row is this line and has no cells */
    char **cells;
    bool bold;
};

struct column {
    char *header;
    enum table_side side;
    unsigned narrow;
    bool optional;
};

struct table {
    unsigned n_columns, n_rows;
    bool tight;
    struct column *columns;
    struct row *rows;
};

struct table *table_new(unsigned columns)
{
    struct table *table = memory_get(sizeof *table);
    table->n_columns = columns;
    table->columns = memory_get(columns * sizeof *table->columns);
    return table;
}

void table_free(struct table *table)
{
    for (unsigned r = 0; r < table->n_rows; r++) {
        for (unsigned c = 0; table->rows[r].cells && c < table->n_columns; c++)
            free(table->rows[r].cells[c]);
        free(table->rows[r].cells);
        free(table->rows[r].line);
    }
    for (unsigned c = 0; c < table->n_columns; c++)
        free(table->columns[c].header);
    free(table->columns);
    free(table->rows);
    free(table);
}

void table_column(struct table *table, unsigned column, const char *header, enum table_side side)
{
    free(table->columns[column].header);
    table->columns[column].header = memory_text(header);
    table->columns[column].side = side;
}

void table_narrow(struct table *table, unsigned column, unsigned width)
{
    table->columns[column].narrow = width;
}

void table_optional(struct table *table, unsigned column)
{
    table->columns[column].optional = true;
}

void table_tight(struct table *table)
{
    table->tight = true;
}

static struct row *add_row(struct table *table)
{
    return memory_add(&table->rows, &table->n_rows, sizeof *table->rows);
}

void table_row(struct table *table)
{
    add_row(table)->cells = memory_get(table->n_columns * sizeof(char *));
}

void table_bold(struct table *table)
{
    table->rows[table->n_rows - 1].bold = true;
}

static char *print_text(const char *format, va_list arguments)
{
    char *text;
    if (vasprintf(&text, format, arguments) < 0)
        return memory_text("");
    return text;
}

void table_cell(struct table *table, unsigned column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char **cell = &table->rows[table->n_rows - 1].cells[column];
    free(*cell);
    *cell = print_text(format, arguments);
    va_end(arguments);
}

void table_line(struct table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_row(table)->line = print_text(format, arguments);
    va_end(arguments);
}

#define LEFT_OUT UINT_MAX /* a column width */

/* Counts the bytes that do not continue a UTF-8 character. */
unsigned table_text_width(const char *text)
{
    unsigned width = 0;
    for (; *text; text++)
        width += (*text & 0xC0) != 0x80;
    return width;
}

void text_wrapped_print(const char *line, unsigned width, FILE *to)
{
    unsigned used = 0;
    for (const char *at = line; *at;) {
        size_t blanks = strspn(at, " "), length = blanks + strcspn(at + blanks, " ");
        char *word = memory_print("%.*s", (int)length, at);
        if (at > line && used + table_text_width(word) > width) {
            fprintf(to, "\n  %s", word + blanks);
            used = 2 + table_text_width(word + blanks);
        } else {
            fputs(word, to);
            used += table_text_width(word);
        }
        free(word);
        at += length;
    }
    fputc('\n', to);
}

static unsigned column_width(const struct table *table, unsigned column)
{
    const char *header = table->columns[column].header;
    unsigned width = header ? table_text_width(header) : 0;
    bool empty = true;
    for (unsigned r = 0; r < table->n_rows; r++) {
        const char *cell = table->rows[r].cells ? table->rows[r].cells[column] : NULL;
        unsigned cell_width = cell ? table_text_width(cell) : 0;
        if (cell_width > width)
            width = cell_width;
        empty = empty && !cell_width;
    }
    if (empty && table->columns[column].optional)
        return LEFT_OUT;
    unsigned narrow = table->columns[column].narrow;
    return narrow && width > narrow ? narrow : width;
}

/* Returns the number of bytes of the first `width` characters. */
static int bytes_of(const char *text, unsigned width)
{
    const char *c = text;
    for (; *c; c++)
        if ((*c & 0xC0) != 0x80 && width-- == 0)
            break;
    return (int)(c - text);
}

static void print_cell(FILE *to, const char *text, unsigned width, enum table_side side, bool last)
{
    unsigned needed = table_text_width(text);
    if (needed > width) {
        fprintf(to, "%.*s…", bytes_of(text, width - 1), text);
        return;
    }
    int pad = (int)(width - needed);
    if (side == TABLE_RIGHT)
        fprintf(to, "%*s%s", pad, "", text);
    else
        fprintf(to, "%s%*s", text, last ? 0 : pad, "");
}

static const char *text_of(const struct table *table, char *const *cells, unsigned column)
{
    return cells ? cells[column] : table->columns[column].header;
}

static void print_row(FILE *to, const struct table *table, char *const *cells,
                      const unsigned *widths)
{
    unsigned last = table->n_columns - 1;
    const char *text;
    while (last > 0 &&
           (widths[last] == LEFT_OUT || !(text = text_of(table, cells, last)) || !*text))
        last--;
    for (unsigned c = 0, shown = 0; c <= last; c++) {
        text = text_of(table, cells, c);
        if (widths[c] == LEFT_OUT)
            continue;
        fputs(!shown++ ? "" : table->tight ? " " : "  ", to);
        print_cell(to, text ? text : "", widths[c], table->columns[c].side, c == last);
    }
    fputc('\n', to);
}

void table_print(const struct table *table, FILE *to, bool colour)
{
    unsigned *widths = memory_get(table->n_columns * sizeof *widths);
    for (unsigned c = 0; c < table->n_columns; c++)
        widths[c] = column_width(table, c);
    fputs(colour ? "\033[2m" : "", to);
    print_row(to, table, NULL, widths);
    fputs(colour ? "\033[0m" : "", to);
    for (unsigned r = 0; r < table->n_rows; r++) {
        const struct row *row = &table->rows[r];
        bool bold = colour && (row->bold || row->line);
        fputs(bold ? "\033[1m" : "", to);
        if (row->line)
            fprintf(to, "%s\n", row->line);
        else
            print_row(to, table, row->cells, widths);
        fputs(bold ? "\033[0m" : "", to);
    }
    free(widths);
}

const char *number_text(double value, unsigned decimals)
{
    static char buffers[8][64];
    static unsigned next;
    char *out = buffers[next++ % 8];
    char digits[48];
    if (isnan(value))
        return "-";
    if (isinf(value))
        return value < 0 ? "-inf" : "inf";
    if (fabs(value) >= 1e20) {
        snprintf(out, sizeof buffers[0], "%.6g", value);
        return out;
    }
    snprintf(digits, sizeof digits, "%.*f", (int)decimals, value);
    if (strspn(digits, "-0.") == strlen(digits)) /* a value that rounds to zero has no sign */
        snprintf(digits, sizeof digits, "%.*f", (int)decimals, 0.0);
    const char *in = digits, *point = strchr(digits, '.');
    size_t whole = point ? (size_t)(point - digits) : strlen(digits);
    char *at = out;
    while (*in) {
        size_t left = whole - (size_t)(in - digits);
        *at++ = *in++;
        if (left > 1 && left <= whole && (left - 1) % 3 == 0 && in[-1] != '-')
            *at++ = ',';
    }
    *at = 0;
    return out;
}

const char *number_text_short(double value, unsigned most_decimals)
{
    unsigned decimals = most_decimals;
    double scale = pow(10, most_decimals), digits = round(value * scale);
    while (decimals && fmod(digits, 10) == 0) {
        digits /= 10;
        decimals--;
    }
    return number_text(value, decimals);
}

const char *time_text(double when, char *buffer, size_t size)
{
    struct tm local;
    time_t seconds = (time_t)when;
    if (when == 0 || !localtime_r(&seconds, &local) ||
        !strftime(buffer, size, "%Y-%m-%d %H:%M", &local))
        snprintf(buffer, size, "-");
    return buffer;
}
