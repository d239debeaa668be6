/*
 * SPDX-License-Identifier: MIT
 * Formats a finding, which a benchmark inferred, and its documented value as text.
 */
#pragma once

#include "host/data/run/run.h"

/* A measured or documented value. */
struct finding_value {
    const char *text; /* NULL for a number */
    double value;
    const char *unit; /* NULL if it has no unit */
};

/* Whether the finding's number cannot be right: its text has the number. It counts as suspect. */
bool finding_text_is_impossible(const struct finding *finding);

struct finding_value finding_text_measured(const struct finding *finding);

/* Returns false if nothing is documented. A number is in the finding's unit. */
bool finding_text_documented(const struct finding *finding, struct finding_value *fact);

/* Returns whether both are the same text, or equal numbers to one decimal. */
bool finding_text_same(struct finding_value a, struct finding_value b);

#define FACT_BYTES 256

/* The precision of the wire, and that of a page for users. */
enum { FACT_DECIMALS = 3, FACT_DECIMALS_ON_PAGE = 1 };

/* Formats "8 KB", "1 clock", "LRU". */
const char *finding_text_format(struct finding_value fact, unsigned decimals,
                                char buffer[FACT_BYTES]);
