/*
 * SPDX-License-Identifier: MIT
 * Series of one repetition side by side: a row for each tick or round, a column for each event.
 */
#pragma once

#include "host/run/run.h"

#define SERIES_MOST_COLUMNS 64

struct series_table {
    const char *events[SERIES_MOST_COLUMNS]; /* without the time stamp, as they came */
    double *values[SERIES_MOST_COLUMNS];     /* NAN where one did not come */
    unsigned n_events, n;                    /* n: rows */
    double *clocks; /* of each; where they were not sent what is known, or NAN */
};

/* Of a pass, gain, estimate or exact, of a repetition. n is 0 where there is nothing. */
void series_table_make(struct series_table *table, const struct run *run, unsigned sampling,
                       const char *of, unsigned rep);
void series_table_free(struct series_table *table);
