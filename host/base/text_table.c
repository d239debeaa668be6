/*
 * SPDX-License-Identifier: MIT
 * Prints aligned tables. All cells are stored as text until the column widths are known.
 */
#include "host/base/text_table.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

struct text_table_row {
    char *line; /* if not NULL, the row is this line and has no cells */
    char **cells;
    bool bold;
};

struct text_table_column {
    char *header;
    enum table_side side;
    unsigned narrow;
    bool optional;
};

struct text_table {
    unsigned n_columns, n_rows;
    bool tight;
    struct text_table_column *columns;
    struct text_table_row *rows;
};

struct text_table *text_table_new(unsigned columns)
{
    struct text_table *table = allocate_zeroed(sizeof *table);
    table->n_columns = columns;
    table->columns = allocate_zeroed(columns * sizeof *table->columns);
    return table;
}

void text_table_free(struct text_table *table)
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

void text_table_set_column(struct text_table *table, unsigned column, const char *header,
                           enum table_side side)
{
    free(table->columns[column].header);
    table->columns[column].header = allocate_copy(header);
    table->columns[column].side = side;
}

void text_table_narrow(struct text_table *table, unsigned column, unsigned width)
{
    table->columns[column].narrow = width;
}

void text_table_optional(struct text_table *table, unsigned column)
{
    table->columns[column].optional = true;
}

void text_table_tight(struct text_table *table)
{
    table->tight = true;
}

static struct text_table_row *text_table_append(struct text_table *table)
{
    return allocate_element(&table->rows, &table->n_rows, sizeof *table->rows);
}

void text_table_add_row(struct text_table *table)
{
    text_table_append(table)->cells = allocate_zeroed(table->n_columns * sizeof(char *));
}

void text_table_bold(struct text_table *table)
{
    table->rows[table->n_rows - 1].bold = true;
}

static char *text_table_format(const char *format, va_list arguments)
{
    char *text;
    if (vasprintf(&text, format, arguments) < 0)
        return allocate_copy("");
    return text;
}

void text_table_cell(struct text_table *table, unsigned column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char **cell = &table->rows[table->n_rows - 1].cells[column];
    free(*cell);
    *cell = text_table_format(format, arguments);
    va_end(arguments);
}

void text_table_line(struct text_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_table_append(table)->line = text_table_format(format, arguments);
    va_end(arguments);
}

#define LEFT_OUT UINT_MAX /* a column width */

/* Counts the bytes that do not continue a UTF-8 character. */
unsigned text_table_text_width(const char *text)
{
    unsigned width = 0;
    for (; *text; text++)
        width += (*text & 0xC0) != 0x80;
    return width;
}

/* Returns the length of a word, or of brackets with all words in them. */
static size_t text_table_word(const char *text, bool brackets)
{
    size_t length = 0;
    int depth = 0;
    for (; text[length] && (text[length] != ' ' || depth > 0); length++)
        depth += !brackets ? 0 : text[length] == '[' ? 1 : text[length] == ']' ? -1 : 0;
    return length;
}

static void text_table_wrap(const char *line, unsigned indent, unsigned width, bool brackets,
                            FILE *to)
{
    unsigned used = 0;
    for (const char *at = line; *at;) {
        size_t blanks = strspn(at, " "), length = blanks + text_table_word(at + blanks, brackets);
        char *word = allocate_text("%.*s", (int)length, at);
        if (at > line && used + text_table_text_width(word) > width) {
            fprintf(to, "\n%*s%s", (int)indent, "", word + blanks);
            used = indent + text_table_text_width(word + blanks);
        } else {
            fputs(word, to);
            used += text_table_text_width(word);
        }
        free(word);
        at += length;
    }
    fputc('\n', to);
}

static unsigned memory_columns = UINT_MAX;

void text_table_set_terminal(unsigned columns)
{
    memory_columns = columns;
}

/* Returns the columns of the terminal; UINT_MAX: no terminal. */
static unsigned text_table_limit(FILE *to)
{
    const int file = fileno(to);
    if (file < 0)
        return memory_columns;
    return isatty(file) ? terminal_width(file) : UINT_MAX;
}

void text_table_wrap_line(const char *line, unsigned width, FILE *to)
{
    text_table_wrap(line, 2, width, false, to);
}

void text_table_indent_line(const char *line, unsigned indent, unsigned width, FILE *to)
{
    text_table_wrap(line, indent, width, true, to);
}

void text_table_fit_line(const char *line, FILE *to)
{
    for (; *line == '\n'; line++)
        fputc('\n', to);
    text_table_wrap_line(line, text_table_limit(to), to);
}

static unsigned text_table_column_width(const struct text_table *table, unsigned column)
{
    const char *header = table->columns[column].header;
    unsigned width = header ? text_table_text_width(header) : 0;
    bool empty = true;
    for (unsigned r = 0; r < table->n_rows; r++) {
        const char *cell = table->rows[r].cells ? table->rows[r].cells[column] : NULL;
        unsigned cell_width = cell ? text_table_text_width(cell) : 0;
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
static int text_table_cut_bytes(const char *text, unsigned width)
{
    const char *c = text;
    for (; *c; c++)
        if ((*c & 0xC0) != 0x80 && width-- == 0)
            break;
    return (int)(c - text);
}

static void text_table_print_cell(FILE *to, const char *text, unsigned width, enum table_side side,
                                  bool last)
{
    unsigned needed = text_table_text_width(text);
    if (needed > width) {
        fprintf(to, "%.*s…", text_table_cut_bytes(text, width - 1), text);
        return;
    }
    int pad = (int)(width - needed);
    if (side == TABLE_RIGHT)
        fprintf(to, "%*s%s", pad, "", text);
    else
        fprintf(to, "%s%*s", text, last ? 0 : pad, "");
}

static const char *text_table_cell_text(const struct text_table *table, char *const *cells,
                                        unsigned column)
{
    const char *text = cells ? cells[column] : table->columns[column].header;
    return text ? text : "";
}

/* ---- cells on several lines ------------------------------------------------------------------ */

#define LEAST_FOLDED 8 /* columns of a folded cell */

static unsigned text_table_total(const struct text_table *table, const unsigned *widths)
{
    unsigned total = 0, shown = 0;
    for (unsigned c = 0; c < table->n_columns; c++)
        if (widths[c] != LEFT_OUT)
            total += widths[c] + (!shown++ ? 0 : table->tight ? 1 : 2);
    return total;
}

/* Reduces the widest left-aligned columns until the table fits, as far as possible. */
static void text_table_fold(const struct text_table *table, unsigned *widths, unsigned limit)
{
    while (text_table_total(table, widths) > limit) {
        unsigned widest = table->n_columns;
        for (unsigned c = 0; c < table->n_columns; c++)
            if (widths[c] != LEFT_OUT && widths[c] > LEAST_FOLDED &&
                table->columns[c].side == TABLE_LEFT && !table->columns[c].narrow &&
                (widest == table->n_columns || widths[c] > widths[widest]))
                widest = c;
        if (widest == table->n_columns)
            return;
        widths[widest]--;
    }
}

/* Returns the bytes of a cell for one line: up to a blank, or after a mark inside a long word. */
static size_t text_table_piece(const char *text, unsigned width)
{
    const size_t most = (size_t)text_table_cut_bytes(text, width);
    if (!text[most] || text[most] == ' ')
        return most;
    for (size_t bytes = most; bytes > 1; bytes--)
        if (strchr(" _/:,;", text[bytes - 1]))
            return bytes;
    return most;
}

/* Takes the next line of a cell from *text, in new memory. */
static char *text_table_next_piece(const struct text_table_column *column, unsigned width,
                                   const char **text)
{
    const bool whole = column->side == TABLE_RIGHT || column->narrow;
    const size_t bytes = whole ? strlen(*text) : text_table_piece(*text, width);
    char *piece = allocate_text("%.*s", (int)bytes, *text);
    *text += bytes;
    *text += strspn(*text, " ");
    return piece;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Prints the next line of each cell from rest[column]; returns whether another line follows. */
static bool text_table_print_line(FILE *to, const struct text_table *table, const char **rest,
                                  const unsigned *widths)
{
    unsigned last = table->n_columns - 1;
    bool more = false;
    while (last > 0 && (widths[last] == LEFT_OUT || !*rest[last]))
        last--;
    for (unsigned c = 0, shown = 0; c <= last; c++) {
        if (widths[c] == LEFT_OUT)
            continue;
        char *piece = text_table_next_piece(&table->columns[c], widths[c], &rest[c]);
        fputs(!shown++ ? "" : table->tight ? " " : "  ", to);
        text_table_print_cell(to, piece, widths[c], table->columns[c].side, c == last);
        free(piece);
        more |= *rest[c] != '\0';
    }
    fputc('\n', to);
    return more;
}

static void text_table_print_row(FILE *to, const struct text_table *table, char *const *cells,
                                 const unsigned *widths)
{
    const char **rest = allocate_zeroed(table->n_columns * sizeof *rest);
    for (unsigned c = 0; c < table->n_columns; c++)
        rest[c] = text_table_cell_text(table, cells, c);
    while (text_table_print_line(to, table, rest, widths))
        continue;
    free(rest);
}

static unsigned *text_table_widths(const struct text_table *table)
{
    unsigned *widths = allocate_zeroed(table->n_columns * sizeof *widths);
    for (unsigned c = 0; c < table->n_columns; c++)
        widths[c] = text_table_column_width(table, c);
    return widths;
}

unsigned text_table_width(const struct text_table *table)
{
    unsigned *widths = text_table_widths(table), total = text_table_total(table, widths);
    free(widths);
    return total;
}

void text_table_print(const struct text_table *table, FILE *to, bool colour)
{
    unsigned *widths = text_table_widths(table);
    text_table_fold(table, widths, text_table_limit(to));
    fputs(colour ? "\033[2m" : "", to);
    text_table_print_row(to, table, NULL, widths);
    fputs(colour ? "\033[0m" : "", to);
    for (unsigned r = 0; r < table->n_rows; r++) {
        const struct text_table_row *row = &table->rows[r];
        bool bold = colour && (row->bold || row->line);
        fputs(bold ? "\033[1m" : "", to);
        if (row->line)
            text_table_fit_line(row->line, to);
        else
            text_table_print_row(to, table, row->cells, widths);
        fputs(bold ? "\033[0m" : "", to);
    }
    free(widths);
}
