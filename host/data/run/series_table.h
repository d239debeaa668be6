/*
 * SPDX-License-Identifier: MIT
 * Merges the series of one repetition into a table: a row for each tick or round, a column for each
 * event.
 */
#pragma once

#include "host/data/run/run.h"

#define SERIES_MOST_COLUMNS 64

struct series_table {
    const char *events[SERIES_MOST_COLUMNS]; /* without the time stamp, in the order of arrival */
    double *values[SERIES_MOST_COLUMNS];     /* NAN where a value is missing */
    unsigned n_events, n;                    /* n: rows */
    double *clocks; /* of each row; if they were not sent, the known interval, or NAN */
};

/* Builds the table for a repetition of a pass; `of` is gain, estimate or exact. n is 0 if there is
 * no data. */
void series_table_make(struct series_table *table, const struct run *run, unsigned sampling,
                       const char *of, unsigned rep);
void series_table_free(struct series_table *table);
