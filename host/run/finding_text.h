/*
 * SPDX-License-Identifier: MIT
 * Formats a finding, which a benchmark inferred, and its documented value as text.
 */
#pragma once

#include "host/run/run.h"

/* A measured or documented value. */
struct fact {
    const char *text; /* NULL for a number */
    double value;
    const char *unit; /* NULL if it has no unit */
};

struct fact fact_measured(const struct finding *finding);

/* Returns false if nothing is documented. A number is in the finding's unit. */
bool fact_documented(const struct finding *finding, struct fact *fact);

/* Returns whether both are the same text, or equal numbers to one decimal. */
bool fact_same(struct fact a, struct fact b);

#define FACT_BYTES 256

/* The precision of the wire, and that of a page for users. */
enum { FACT_DECIMALS = 3, FACT_DECIMALS_ON_PAGE = 1 };

/* Formats "8 KB", "1 clock", "LRU". */
const char *fact_text(struct fact fact, unsigned decimals, char buffer[FACT_BYTES]);
