/*
 * SPDX-License-Identifier: MIT
 * A run in the forms that other tools read: one file a format, one table of them (export.c), and
 * what several of them need (export_data.c, json.c).
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "host/base/json.h"
#include "host/run/run.h"
#include "host/show/show.h"

/*
 * What is exported. Results of one place (export_same_place) lie together, places of one benchmark
 * and variant too, by region; else all is in the order in which it came.
 */
struct export
{
    const struct run *run;
    const struct result *const *results;
    unsigned n;                            /* above 0, but for formats of sampled passes */
    const struct finding *const *findings; /* as they came */
    unsigned n_findings;
    const struct selection *selection; /* for sampled passes */
};

struct format {
    const char *name, *summary;
    int (*write)(const struct export *export, FILE *to); /* 0, or -1 after a message */
    bool sampled; /* of sampled passes, so that a run without results has something too */
};

extern const struct format format_csv, format_ndjson, format_gbench, format_perf_json,
    format_perf_csv, format_bmf, format_likwid_csv, format_p5mon, format_callgrind, format_folded,
    format_speedscope, format_gnuplot, format_junit, format_findings, format_markdown,
    format_series, format_chrome_trace, format_vcd;

/* ---- places: the same region of the same benchmark, experiment, state and ablation ---------- */

bool export_same_variant(const struct result *a, const struct result *b); /* regions may differ */
bool export_same_place(const struct result *a, const struct result *b);

/* Index behind the last result of the place that results[from] is of. */
unsigned export_place_end(const struct export *export, unsigned from);

#define PLACE_BYTES 512

/* "0", its name, or "whole". */
const char *export_region(const struct result *result, char buffer[PLACE_BYTES]);

/* "" for a warm run with nothing ablated of the only experiment; " (cold without l1)". */
const char *export_variant(const struct export *export, const struct result *result,
                           char buffer[PLACE_BYTES]);

/* "apps/sort/inner loop (cold)": one text for one place. */
const char *export_place(const struct export *export, const struct result *result,
                         char buffer[PLACE_BYTES]);

/* "data_read", or as the kernel is asked for it where not ring 0 alone counts: "data_read:u". */
const char *export_event(const struct result *result, char buffer[PLACE_BYTES]);

/* A text in a line of CSV, quoted where it must be; a comma and a number, nothing for NAN. */
void export_csv_text(const char *text, FILE *to);
void export_csv_number(double value, FILE *to);

/* Each character of `text` that is in `unwanted` becomes an underscore. */
char *export_without(char *text, const char *unwanted);

/* ---- numbers ----------------------------------------------------------------------------------
 */

#define NUMBER_BYTES 32

/* The shortest digits that read back as the same number. */
const char *export_number(double value, char buffer[NUMBER_BYTES]);

/* Half the width of the 95 % interval of the mean, whatever level the run has; NAN for one sample.
 */
double export_ci95(const struct values *values);

/*
 * How long a place took, in clocks of all its entries together: the result of time_stamp, or else
 * of count_clocks in the widest ring; NULL where neither has a number.
 */
const struct result *export_clocks(const struct export *export, unsigned from, unsigned to);

/* Clocks in nanoseconds; NAN where the clock's rate is not known. */
double export_nanoseconds(const struct export *export, double clocks);

/*
 * The event that a format with one number a region shows: clocks where there are any, or else the
 * only one. NULL after a message where several events could be meant.
 */
const char *export_one_event(const struct export *export, const char *format);

/* For formats whose counts have no sign: tells how many results are below zero. */
void export_drop_negative(const struct export *export, const char *format);

/* Whether it is of that event (export_event) and has a number that is not below zero. */
bool export_shown(const struct result *result, const char *event);
