/*
 * SPDX-License-Identifier: MIT
 * The columns of a table of counts: a column for each benchmark, region, ring, state, disabled part
 * and kind of pages. The table's title has the parts that are equal in all columns, headers have
 * the others.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "host/data/run/run.h"

struct table_columns {
    const struct result **places; /* a result of each column */
    unsigned n;
};

/* Collects the columns of results, in their order. The caller frees `places`. */
struct table_columns table_columns_of(const struct result *const *results, unsigned n);

/* Returns the index of the result's column. */
unsigned table_columns_find(const struct table_columns *columns, const struct result *result);

/* Returns a column's header: the other parts, in lines. The caller frees it. */
char *table_columns_header(const struct table_columns *columns, unsigned column);

/* Prints the parts that are equal in all columns, such as `thesis/hello   20 repetitions, 95 %,
 * warm, ring 0   (virtual)`. */
void table_columns_title(const struct table_columns *columns, const struct run *run, FILE *to);

/* Returns pointers to the results in the order in which their events were requested. The caller
 * frees the array. */
const struct result **table_columns_event_order(const struct result *const *results, unsigned n);
