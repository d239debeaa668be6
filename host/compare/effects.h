/*
 * SPDX-License-Identifier: MIT
 * Changes from one run to another in the order of their size, and what they come to together.
 */
#pragma once

#include <stdio.h>

#include "host/compare/result_pairs.h"

#define FAMILY_LEVEL 0.05 /* of all rows together, after Holm */

struct effect {
    const struct pair *pair;
    double percent; /* of what there was before, INFINITY where that was 0; of a share its points */
    bool significant;
};

struct effects {
    struct effect *effects; /* the largest first; of equals as `show` has them */
    unsigned n;
    unsigned changed, small, unjudged; /* small: significant, but below what is asked for */
    double mean;                       /* geometric, of after / before; NAN where there is none */
    unsigned n_mean;
    const char *mean_event; /* what it is of: clocks, or the only event */
};

/* Of the pairs those that do not change by less than min_change percent. */
void effects_make(struct effects *effects, const struct pairs *pairs, double min_change);
void effects_free(struct effects *effects);

#define EFFECT_BYTES 200

/* "-66.7 % [-66.7, -66.7]"; in the event's own units where there was nothing before; of a share in
 * percentage points. */
const char *effect_text(const struct effect *effect, char text[EFFECT_BYTES]);

/* "significant", "no significant change" or why it cannot be said. */
const char *effect_verdict(const struct effect *effect);

/* "thesis/wc (cold, ring user)", without what is usual. */
const char *effect_bench(const struct effect *effect, char text[EFFECT_BYTES]);

/* Where: `region 0 "sum"`; of what was sampled "sort_place", "begun to drawn", "ticks", "rounds".
 */
const char *effect_where(const struct effect *effect, char text[EFFECT_BYTES]);

/* What, for a table: the event, "data_read for 1,000 clocks", "clocks between", "share of samples,
 * %". */
const char *effect_what(const struct effect *effect, char text[EFFECT_BYTES]);

/* "clocks", "events"; "%" of shares, "events for 1,000 clocks" of rates. */
const char *effect_unit(const struct effect *effect);

/* For other programs: "samples", "ticks", "rounds", "stamps"; NULL of results, which have regions.
 */
const char *effect_kind(const struct effect *effect);

/* Before or after: as many decimals as it needs. */
const char *effect_number(const struct effect *effect, double value);

/* Lines: how many rows changed, and the geometric mean. */
void effects_summary(const struct effects *effects, const struct pairs *pairs, FILE *to);

/* ---- forms of a comparison: -f ----------------------------------------------------------------
 */

struct comparison {
    const struct run *a, *b;
    const struct pairs *pairs;
    const struct effects *effects;
    double level; /* of the intervals */
    bool all;     /* rows that did not change too */
};

struct comparison_form {
    const char *name;
    void (*write)(const struct comparison *comparison, FILE *to, bool colour);
};

/* table, csv, json, markdown; NULL after a message. */
const struct comparison_form *comparison_form(const char *name);

/* "run 3 of bareprobe.db "label": Pentium, 100.0 MHz, build 1.0   (measured on silicon)" */
void comparison_machine(const struct run *run, FILE *to);
