/*
 * SPDX-License-Identifier: MIT
 * What a benchmark inferred, and what is documented of it, as text.
 */
#pragma once

#include "host/run/run.h"

/* Either of the two. */
struct fact {
    const char *text; /* NULL where it is a number */
    double value;
    const char *unit; /* NULL where it has none */
};

struct fact fact_measured(const struct finding *finding);

/* False where nothing is documented. A number is in the finding's unit. */
bool fact_documented(const struct finding *finding, struct fact *fact);

/* Whether they are the same words, or the same number to one decimal. */
bool fact_same(struct fact a, struct fact b);

#define FACT_BYTES 256

/* As many as the wire has, and as a page for a person has. */
enum { FACT_DECIMALS = 3, FACT_DECIMALS_ON_PAGE = 1 };

/* "8 KB", "1 clock", "LRU". */
const char *fact_text(struct fact fact, unsigned decimals, char buffer[FACT_BYTES]);
