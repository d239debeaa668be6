/*
 * SPDX-License-Identifier: MIT
 * Lines of text and the numbers in them, for the forms of report that a person reads.
 */
#pragma once

#include "serial/report.h"

#define LINE_BYTES 640

/* Sends one line; what does not fit in LINE_BYTES is cut. */
__attribute__((format(printf, 2, 3))) void line(struct report *report, const char *text, ...);

/* A number's digits, held as long as the expression they are made in. */
struct digits {
    char text[32];
};

struct digits digits(fixed_t value, unsigned decimals);

/* A region's name behind its number, " (inner loop)"; empty for NULL. */
struct named {
    char text[64];
};

struct named named(const char *name);

/* A share of the average to three decimals, NaN where the average is 0 and the part is not. */
struct digits percent(fixed_t part, fixed_t whole);
