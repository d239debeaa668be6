/*
 * SPDX-License-Identifier: MIT
 * Formats lines of text and the numbers in them, for report formats that a person reads.
 */
#pragma once

#include "serial/report.h"

#define LINE_BYTES 320

/* Sends one line, truncated to LINE_BYTES. */
__attribute__((format(printf, 2, 3))) void report_line(struct report_stream *report,
                                                       const char *text, ...);

/* Sends a line of three parts, each of any length. */
void report_line_join(struct report_stream *report, const char *first, const char *second,
                      const char *third);

/* Digits of a number, valid in the expression that creates them. */
struct report_digits {
    char text[32];
};

/* A phrase, valid in the expression that creates it. */
struct phrase {
    char text[160];
};

/* Describes how a benchmark was measured: ring, what is counted, state, disabled feature. */
struct phrase report_line_mode(const struct report_plan *plan, const struct report_bench *bench);

/* Describes the number of samples: "20 repetitions", "3 batches of 20 repetitions". */
struct phrase report_line_samples(const struct report_plan *plan, const struct report_bench *bench);

/* The announcements of verbose_level. */
struct phrase report_line_repetition(const struct report_repetition *repetition);
struct phrase report_line_execution(const struct report_execution *execution);

struct report_digits report_line_digits(fixed_t value, unsigned decimals);
struct report_digits report_line_short_digits(fixed_t value,
                                              unsigned decimals); /* without trailing zeros */

/* A region's name after its number, " (inner loop)"; empty for NULL. */
struct report_region_name {
    char text[64];
};

struct report_region_name report_line_region_name(const char *name);

/* A percentage of the average, to three decimals; NaN if the average is 0 and the part is not. */
struct report_digits report_line_percent(fixed_t part, fixed_t whole);
