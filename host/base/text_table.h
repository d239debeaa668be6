/*
 * SPDX-License-Identifier: MIT
 * Aligned columns on a terminal or in a file: numbers to the right, texts to the left.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum table_side { TABLE_LEFT, TABLE_RIGHT };

struct table; /* grows by rows */

struct table *table_new(unsigned columns);
void table_free(struct table *table);

/* A column's header, with its unit, and the side its cells stand on. */
void table_column(struct table *table, unsigned column, const char *header, enum table_side side);

/* A column's cells beyond this width are cut with an ellipsis; 0 for never. */
void table_narrow(struct table *table, unsigned column, unsigned width);

/* A column that is left out where all its cells are empty. */
void table_optional(struct table *table, unsigned column);

/* A new row; its cells are empty until they are set. */
void table_row(struct table *table);
__attribute__((format(printf, 3, 4))) void table_cell(struct table *table, unsigned column,
                                                      const char *format, ...);

/* The row is printed in bold where there is colour. */
void table_bold(struct table *table);

/* A line across the table before the next row, such as a benchmark's name. */
__attribute__((format(printf, 2, 3))) void table_line(struct table *table, const char *format, ...);

void table_print(const struct table *table, FILE *to, bool colour);

/* 1234567.25 with `decimals` as "1,234,567.3": static storage of eight calls. */
const char *number_text(double value, unsigned decimals);

/* The same with no more decimals than it needs: "1.5", "8,192". */
const char *number_text_short(double value, unsigned most_decimals);

/* A Unix time as "2026-11-21 01:24" of the local zone, "-" for 0. */
const char *time_text(double when, char *buffer, size_t size);
