/*
 * SPDX-License-Identifier: MIT
 * Formats lines of text and the numbers in them, for report formats that a person reads.
 */
#pragma once

#include "serial/report.h"

#define LINE_BYTES 320

/* Sends one line, truncated to LINE_BYTES. */
__attribute__((format(printf, 2, 3))) void line(struct report *report, const char *text, ...);

/* Sends a line of three parts, each of any length. */
void line_join(struct report *report, const char *first, const char *second, const char *third);

/* Digits of a number, valid in the expression that creates them. */
struct digits {
    char text[32];
};

/* A phrase, valid in the expression that creates it. */
struct phrase {
    char text[160];
};

/* Describes how a benchmark was measured: ring, what is counted, state, disabled feature. */
struct phrase mode(const struct report_plan *plan, const struct report_bench *bench);

/* Describes the number of samples: "20 repetitions", "3 batches of 20 repetitions". */
struct phrase sampled(const struct report_plan *plan, const struct report_bench *bench);

/* The announcements of verbose_level. */
struct phrase repetition_text(const struct report_repetition *repetition);
struct phrase execution_text(const struct report_execution *execution);

struct digits digits(fixed_t value, unsigned decimals);
struct digits short_digits(fixed_t value, unsigned decimals); /* without trailing zeros */

/* A region's name after its number, " (inner loop)"; empty for NULL. */
struct named {
    char text[64];
};

struct named named(const char *name);

/* A percentage of the average, to three decimals; NaN if the average is 0 and the part is not. */
struct digits percent(fixed_t part, fixed_t whole);
