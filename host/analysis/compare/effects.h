/*
 * SPDX-License-Identifier: MIT
 * Changes from one run to another, ordered by size, and their geometric mean.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/compare/result_pairs.h"

#define FAMILY_LEVEL 0.05 /* significance level of all rows together, after Holm */

struct effect {
    const struct result_pair *pair;
    double percent; /* of the value before, INFINITY if that is 0; for a share, percentage points */
    bool significant;
};

struct effects {
    struct effect *effects; /* the largest first; equal ones in the order of `show` */
    unsigned n;
    unsigned changed, small, unjudged; /* small: significant, but below min_change */
    double mean;                       /* geometric mean of after / before; NAN without pairs */
    unsigned n_mean;
    const char *mean_event; /* event of the mean: clocks, or the only event */
};

/* Pairs that change by less than min_change percent are left out. */
void effects_make(struct effects *effects, const struct result_pairs *pairs, double min_change);
void effects_free(struct effects *effects);

#define EFFECT_BYTES 200

/*
 * Formats the change with its interval: "-66.7 % [-66.7, -66.7]"; in the event's units if the value
 * before is 0; for a share in percentage points.
 */
const char *effect_text(const struct effect *effect, char text[EFFECT_BYTES]);

/* Returns "significant", "no significant change", or the reason why the change cannot be judged. */
const char *effect_verdict(const struct effect *effect);

/*
 * Returns "before is suspect: more misses than data reads", with both runs' reasons if both are;
 * NULL if neither result is suspect. The caller frees it.
 */
char *effect_suspects(const struct effect *effect);

/*
 * Formats the benchmark with its case, such as "thesis/wc (cold, ring user)"; defaults are omitted.
 */
const char *effect_bench(const struct effect *effect, char text[EFFECT_BYTES]);

/*
 * Formats the place: `region 0 "sum"`; for sampled data "sort_place", "begun to drawn", "ticks" or
 * "rounds".
 */
const char *effect_where(const struct effect *effect, char text[EFFECT_BYTES]);

/*
 * Formats the quantity for a table: the event, "data_read per 1,000 clocks", "clocks between
 * stamps" or "share of samples, %".
 */
const char *effect_what(const struct effect *effect, char text[EFFECT_BYTES]);

/* Returns the unit: "clocks", "events"; for shares "%", for rates "events per 1,000 clocks". */
const char *effect_unit(const struct effect *effect);

/*
 * Returns the kind for CSV and JSON: "samples", "ticks", "rounds", "stamps"; NULL for results,
 * which have regions.
 */
const char *effect_kind(const struct effect *effect);

/* Formats a value before or after with as many decimals as it needs. */
const char *effect_number(const struct effect *effect, double value);

/* Prints the number of changed rows and the geometric mean. */
void effects_summary(const struct effects *effects, const struct result_pairs *pairs, FILE *to);

/* ---- formats of a comparison: -f ------------------------------------------------------------- */

struct comparison {
    const struct run *a, *b;
    const struct result_pairs *pairs;
    const struct effects *effects;
    double level; /* confidence level of the intervals */
    bool all;     /* include rows that did not change */
};

struct comparison_format {
    const char *name;
    void (*write)(const struct comparison *comparison, FILE *to, bool colour);
};

/* Returns the format called table, csv, json, markdown or counts; NULL after a message. */
const struct comparison_format *comparison_format_find(const char *name);

/* The format `counts`: events as rows. */
void counts_comparison_write(const struct comparison *comparison, FILE *to, bool colour);

/*
 * Prints a line such as `before  run 3 of bareprobe.db "label": Pentium, 100.0 MHz, build 1.0
 * (measured on silicon)`; `side` is its beginning.
 */
void comparison_machine(const char *side, const struct run *run, FILE *to);

/* Prints a line if the two builds were made by different compilers. */
void comparison_note_compilers(const struct comparison *comparison, FILE *to);
