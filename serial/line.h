/*
 * SPDX-License-Identifier: MIT
 * Lines of text and the numbers in them, for the forms of report that a person reads.
 */
#pragma once

#include "serial/report.h"

#define LINE_BYTES 320

/* Sends one line; what does not fit in LINE_BYTES is cut. */
__attribute__((format(printf, 2, 3))) void line(struct report *report, const char *text, ...);

/* A line of three parts, each of any length. */
void line_join(struct report *report, const char *first, const char *second, const char *third);

/* A number's digits, held as long as the expression they are made in. */
struct digits {
    char text[32];
};

/* A phrase, held likewise. */
struct phrase {
    char text[160];
};

/* How a benchmark was measured, in words: ring, what is counted, state, what is switched off. */
struct phrase mode(const struct report_plan *plan, const struct report_bench *bench);

/* How many samples there are, and of what: "20 repetitions", "3 batches of 20 repetitions". */
struct phrase sampled(const struct report_plan *plan, const struct report_bench *bench);

/* What verbose_level announces. */
struct phrase repetition_text(const struct report_repetition *repetition);
struct phrase execution_text(const struct report_execution *execution);

struct digits digits(fixed_t value, unsigned decimals);
struct digits short_digits(fixed_t value, unsigned decimals); /* no zeros at the end */

/* A region's name behind its number, " (inner loop)"; empty for NULL. */
struct named {
    char text[64];
};

struct named named(const char *name);

/* A share of the average to three decimals, NaN where the average is 0 and the part is not. */
struct digits percent(fixed_t part, fixed_t whole);
