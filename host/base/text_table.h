/*
 * SPDX-License-Identifier: MIT
 * Prints aligned columns on a terminal or into a file: numbers to the right, text to the left.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum table_side { TABLE_LEFT, TABLE_RIGHT };

struct table; /* grows by rows */

struct table *table_new(unsigned columns);
void table_free(struct table *table);

/* Sets a column's header, with its unit, and the alignment of its cells. */
void table_column(struct table *table, unsigned column, const char *header, enum table_side side);

/* Cells wider than `width` columns are cut with an ellipsis; 0 for no limit. */
void table_narrow(struct table *table, unsigned column, unsigned width);

/* The column is omitted if all its cells are empty. */
void table_optional(struct table *table, unsigned column);

/* Separates columns by one blank instead of two. */
void table_tight(struct table *table);

/* Adds a row. Its cells are empty until they are set. */
void table_row(struct table *table);
__attribute__((format(printf, 3, 4))) void table_cell(struct table *table, unsigned column,
                                                      const char *format, ...);

/* The last row is printed in bold where colour is on. */
void table_bold(struct table *table);

/* Adds a line across the table before the next row, such as a benchmark's name. */
__attribute__((format(printf, 2, 3))) void table_line(struct table *table, const char *format, ...);

void table_print(const struct table *table, FILE *to, bool colour);

/* Returns the number of columns that a text occupies. */
unsigned table_text_width(const char *text);

/* Prints a line. If it is wider than `width` columns, it is continued after a blank on further
 * lines, which begin with two blanks. */
void text_wrapped_print(const char *line, unsigned width, FILE *to);

/*
 * Formats 1234567.25 with 1 decimal as "1,234,567.3". The result is one of eight static buffers,
 * which are used in turn.
 */
const char *number_text(double value, unsigned decimals);

/* The same with only as many decimals as needed, at most `most_decimals`: "1.5", "8,192". */
const char *number_text_short(double value, unsigned most_decimals);

/* Formats a Unix time as "2026-11-21 01:24" in the local time zone, 0 as "-". */
const char *time_text(double when, char *buffer, size_t size);
