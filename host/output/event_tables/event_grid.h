/*
 * SPDX-License-Identifier: MIT
 * Lays out a table with events as rows, as in chapter 5 of the thesis, for the width of a terminal:
 * long names are wrapped, and columns that do not fit follow in further tables below.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct event_grid; /* grows by rows and columns */

/* `corner` is the header of the names of rows. */
struct event_grid *event_grid_new(const char *corner);
void event_grid_free(struct event_grid *grid);

/* Add a column or a row and return its index. Lines of a header are separated by line feeds. */
unsigned event_grid_add_column(struct event_grid *grid, const char *header);
unsigned event_grid_add_row(struct event_grid *grid, const char *name);

/* Return the index of the row with that name, which is added if it does not exist. */
unsigned event_grid_row(struct event_grid *grid, const char *name);

/* Set a cell: a text, or a mean and its interval, which are aligned one below the other. */
void event_grid_set_text(struct event_grid *grid, unsigned row, unsigned column, const char *text);
void event_grid_set_mean(struct event_grid *grid, unsigned row, unsigned column, const char *mean,
                         const char *interval);

/* Returns whether the cell has been set. */
bool event_grid_is_set(const struct event_grid *grid, unsigned row, unsigned column);

/* `width`: columns of the terminal. */
void event_grid_print(const struct event_grid *grid, unsigned width, bool colour, FILE *to);
