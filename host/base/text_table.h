/*
 * SPDX-License-Identifier: MIT
 * Prints aligned columns on a terminal or into a file: numbers to the right, text to the left.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum table_side { TABLE_LEFT, TABLE_RIGHT };

struct text_table; /* grows by rows */

struct text_table *text_table_new(unsigned columns);
void text_table_free(struct text_table *table);

/* Sets a column's header, with its unit, and the alignment of its cells. */
void text_table_set_column(struct text_table *table, unsigned column, const char *header,
                           enum table_side side);

/* Cells wider than `width` columns are cut with an ellipsis; 0 for no limit. */
void text_table_narrow(struct text_table *table, unsigned column, unsigned width);

/* The column is omitted if all its cells are empty. */
void text_table_optional(struct text_table *table, unsigned column);

/* Separates columns by one blank instead of two. */
void text_table_tight(struct text_table *table);

/* Adds a row. Its cells are empty until they are set. */
void text_table_add_row(struct text_table *table);
__attribute__((format(printf, 3, 4))) void
text_table_cell(struct text_table *table, unsigned column, const char *format, ...);

/* The last row is printed in bold where colour is on. */
void text_table_bold(struct text_table *table);

/* Adds a line across the table before the next row, such as a benchmark's name. */
__attribute__((format(printf, 2, 3))) void text_table_line(struct text_table *table,
                                                           const char *format, ...);

/* Prints the table. On a terminal that is narrower, lines across it are wrapped, and cells of the
 * widest left-aligned columns are continued on further lines. */
void text_table_print(const struct text_table *table, FILE *to, bool colour);

/* Returns the number of columns that the longest row occupies. */
unsigned text_table_width(const struct text_table *table);

/* Returns the number of columns that a text occupies. */
unsigned text_table_text_width(const char *text);

/* Prints a line. If it is wider than `width` columns, it is continued after a blank on further
 * lines, which begin with two blanks. */
void text_table_wrap_line(const char *line, unsigned width, FILE *to);

/* The same with further lines that begin with `indent` blanks. Brackets are not divided. */
void text_table_indent_line(const char *line, unsigned indent, unsigned width, FILE *to);

/* Declares that streams in memory go to a terminal of this width. */
void text_table_set_terminal(unsigned columns);

/* Prints a line, and wraps it like that if it goes to a terminal that is narrower. */
void text_table_fit_line(const char *line, FILE *to);
