/*
 * SPDX-License-Identifier: MIT
 * Exports runs in other tools' formats: one file per format, and common functions (export_data.c).
 * The table of all formats is in host/commands/export_verb.c.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "host/base/json.h"
#include "host/data/run/run.h"
#include "host/data/selection/result_selection.h"

/*
 * The data to export. Results of one place (export_same_place) are contiguous. Places of one
 * benchmark and variant are contiguous too, ordered by region; otherwise results are in order of
 * arrival.
 */
struct export
{
    const struct run *run;
    const struct result *const *results;
    unsigned n;                            /* above 0, except for formats of sampled passes */
    const struct finding *const *findings; /* in order of arrival */
    unsigned n_findings;
    const struct result_selection *selection; /* for sampled passes */
};

struct format {
    const char *name, *summary;
    int (*write)(const struct export *export, FILE *to); /* 0, or -1 after a message */
    bool sampled; /* exports sampled passes, so that a run needs no results */
};

extern const struct format format_csv, format_ndjson, format_gbench, format_perf_json,
    format_perf_csv, format_bmf, format_likwid_csv, format_p5mon, format_callgrind, format_folded,
    format_speedscope, format_gnuplot, format_junit, format_findings, format_markdown,
    format_series, format_chrome_trace, format_vcd;

/* ---- places: a region of a benchmark, experiment, state and ablation ------------------------ */

bool export_same_variant(const struct result *a, const struct result *b); /* regions may differ */
bool export_same_place(const struct result *a, const struct result *b);

/* Returns whether a result of the program's variant is exported. */
bool export_wants_program(const struct export *export, const struct program_run *program);

/* Returns the index after the last result of the same place as results[from]. */
unsigned export_place_end(const struct export *export, unsigned from);

#define PLACE_BYTES 512

/* Returns the region as "0", its name, or "whole". */
const char *export_region(const struct result *result, char buffer[PLACE_BYTES]);

/*
 * Returns the variant, such as " (cold without l1)"; "" for a warm run without ablation of the only
 * experiment.
 */
const char *export_variant(const struct export *export, const struct result *result,
                           char buffer[PLACE_BYTES]);

/* Returns a text that identifies the place, such as "apps/sort/inner loop (cold)". */
const char *export_place(const struct export *export, const struct result *result,
                         char buffer[PLACE_BYTES]);

/*
 * Returns the event's name, such as "data_read". If other rings than ring 0 are counted, it has the
 * suffix of an event request: "data_read:u".
 */
const char *export_event(const struct result *result, char buffer[PLACE_BYTES]);

/* Write a CSV field: a text, quoted if necessary; or a comma and a number, empty for NAN. */
void export_csv_text(const char *text, FILE *to);
void export_csv_number(double value, FILE *to);

/* Replaces each character of `text` that is in `unwanted` by an underscore. */
char *export_without(char *text, const char *unwanted);

/* ---- numbers ----------------------------------------------------------------------------------
 */

#define NUMBER_BYTES 32

/* Formats a number with the fewest digits that read back as the same number. */
const char *export_number(double value, char buffer[NUMBER_BYTES]);

/*
 * Returns the factor for counts that are written as whole numbers: the smallest power of ten, up to
 * 1,000,000, at which rounding changes none of the `n` counts by more than 1 %.
 */
double whole_counts_scale(const double *counts, size_t n);

/*
 * Returns half the width of the 95 % confidence interval of the mean, regardless of the run's
 * level; NAN for one sample.
 */
double export_ci95(const struct values *values);

/*
 * Returns the result with a place's duration in clocks of all its entries together: time_stamp,
 * otherwise count_clocks in the widest ring; NULL if neither has a number.
 */
const struct result *export_clocks(const struct export *export, unsigned from, unsigned to);

/* Converts clocks to nanoseconds; NAN if the clock rate is unknown. */
double export_nanoseconds(const struct export *export, double clocks);

/*
 * Returns the event for a format with one number per region: clocks if they were counted, otherwise
 * the only event. Returns NULL after a message if there are several candidates.
 */
const char *export_one_event(const struct export *export, const char *format);

/* For formats without negative counts: reports the number of results below zero. */
void export_drop_negative(const struct export *export, const char *format);

/* Returns whether the result has this event (export_event) and a number that is not negative. */
bool export_shown(const struct result *result, const char *event);
