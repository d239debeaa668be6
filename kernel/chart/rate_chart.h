/*
 * SPDX-License-Identifier: MIT
 * A scrolling chart of rates: a row of text for each interval, with a number and a bar for each
 * event. The scale of the bars is fixed, or follows the largest rate of the last rows.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RATE_CHART_MOST   18 /* events, as many as a processor has counters */
#define RATE_CHART_WINDOW 20 /* rows that an automatic scale follows; a screen has 25 */

struct rate_chart {
    unsigned events;
    unsigned bar;                  /* characters of a bar; 0: no room for bars */
    bool fixed;                    /* the scale */
    int64_t full[RATE_CHART_MOST]; /* rate of a full bar; 0: not known yet */
    int64_t last[RATE_CHART_WINDOW][RATE_CHART_MOST];
    unsigned rows;
};

/* Returns how many decimals a time in seconds needs to show multiples of these milliseconds. */
unsigned rate_chart_decimals(uint32_t every_ms, uint32_t for_ms);

/*
 * Begins a chart. `scales` are the rates of a full bar, one for each event or one for all (`n`);
 * with n = 0 the scale is automatic.
 */
void rate_chart_begin(struct rate_chart *chart, unsigned events, const uint32_t scales[],
                      unsigned n);

/*
 * Adds the rates of an interval. Returns whether the scale is new, so that rate_chart_write_scale()
 * must precede the row.
 */
bool rate_chart_add(struct rate_chart *chart, const int64_t rates[]);

/*
 * Write a row without its newline; they return its length, as format() does. A row begins with its
 * time, of at most 10 characters. A negative value has an empty bar.
 */
int rate_chart_write_scale(const struct rate_chart *chart, char *text, size_t size);
int rate_chart_write_row(const struct rate_chart *chart, const char *time, const int64_t rates[],
                         char *text, size_t size);

/* Writes the time in seconds with the decimals, such as "0.25". */
int rate_chart_write_time(uint32_t ms, unsigned decimals, char *text, size_t size);

/* Returns count * hz / clocks, rounded to nearest; clocks is not 0, hz is below 2^33. */
int64_t rate_chart_rate(uint64_t count, uint64_t hz, uint64_t clocks);
