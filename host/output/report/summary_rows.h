/*
 * SPDX-License-Identifier: MIT
 * The rows, columns and cells of a summary, and the functions that fill them.
 */
#pragma once

#include <stdbool.h>

#include "host/data/run/run.h"

/* The content of a column. Its event depends on the run's processor: see summary_columns.c. */
enum summary_kind {
    SUMMARY_CLOCKS,
    SUMMARY_INTERVAL, /* half of the clocks' confidence interval */
    SUMMARY_INSTRUCTIONS,
    SUMMARY_CPI,
    SUMMARY_V_PIPE, /* percentage of instructions that were executed in the V pipe */
    SUMMARY_DATA_MISSES,
    SUMMARY_MISPREDICTIONS,
    SUMMARY_AGI,
    SUMMARY_STALL, /* the cause with the largest number of stall clocks (clock_causes.h) */
    SUMMARY_KINDS,
    SUMMARY_EVENT = SUMMARY_KINDS, /* the count of another event, named by its header */
};

struct summary_column {
    enum summary_kind kind;
    const char *header;
    const char *event; /* that it counts, interned in the run's strings; NULL if it is derived */
};

struct summary_cell {
    char *text;   /* "-" without a number; the status of a result that is not ok */
    double value; /* NAN without a number */
};

struct summary_row {
    const struct result *place; /* the row's first result: benchmark, region, state and so on */
    char *region;               /* name or number */
    char *mode;                 /* state, ring, ablation and paging that not all rows share */
    struct summary_cell *cells; /* one per column */
};

struct summary {
    const struct run *run;
    const struct result *const *results; /* that the rows summarize */
    unsigned n_results;
    struct summary_column *columns;
    unsigned n_columns;
    unsigned n_hidden; /* events without columns, although other events have some */
    struct summary_row *rows;
    unsigned n_rows;
};

/* Sets columns, n_columns and n_hidden. */
void summary_columns_find(struct summary *summary);

/* Returns the column of that kind; NULL if the summary has none. */
const struct summary_column *summary_column_of(const struct summary *summary,
                                               enum summary_kind kind);

/* Returns the row's result of an event; NULL if it is missing. */
const struct result *summary_result(const struct summary *summary, const struct result *place,
                                    const char *event);

/* Fills the row's cells. */
void summary_cells_fill(const struct summary *summary, struct summary_row *row);
