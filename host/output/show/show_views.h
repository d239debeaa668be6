/*
 * SPDX-License-Identifier: MIT
 * The views of `bareprobe show`.
 */
#pragma once

#include <stdio.h>

#include "host/data/metrics/metric_groups.h"
#include "host/data/run/run.h"
#include "host/data/selection/result_selection.h"

enum show_sort { SORT_AS_RUN, SORT_MEAN, SORT_PER_ENTRY, SORT_SPREAD, SORT_EVENT, SORT_REGION };

struct view {
    struct result_selection selection;
    enum show_sort sort;
    bool raw; /* raw, overhead and entries next to the corrected mean */
    bool all; /* also spread, extremes, median, mode, outliers */
    bool colour;
    unsigned width; /* columns of the terminal; 0: no limit */
};

/* Prints a heading for the results of one benchmark in one state: name, repetitions, level, state,
 * ring. */
struct text_table;
void show_results_heading(struct text_table *table, const struct run *run,
                          const struct result *result);

/* Returns whether both results belong under the same heading. */
bool show_results_same_heading(const struct result *a, const struct result *b);

/* Prints one row per event; returns the number of results. */
unsigned show_events(const struct run *run, const struct view *view, FILE *to);

/* Prints one row per region, one column per metric; metrics that cannot be computed are reported on
 * stderr. */
unsigned show_metrics(const struct run *run, const struct view *view,
                      const struct metric_group *const *groups, unsigned n_groups, FILE *to);

/* Prints one row per region, one column per event. */
unsigned show_events_across(const struct run *run, const struct view *view, FILE *to);

/* Prints the findings of the selected benchmarks, one per row. */
unsigned show_findings(const struct run *run, const struct view *view, FILE *to);

/* Prints the ends and system calls of the selected programs; returns the number of programs. */
unsigned show_programs(const struct run *run, const struct view *view, FILE *to);

/* Describes how benchmarks were sampled, one paragraph per pass; returns the number of passes. */
unsigned show_samplings(const struct run *run, const struct view *view, FILE *to);

/* Prints multiplexed events next to the exact counts; returns their number. */
unsigned show_multiplex(const struct run *run, const struct view *view, FILE *to);
unsigned show_multiplex_regions(const struct run *run, const struct view *view, FILE *to);

/* Prints times between stamps; returns the number of passes. */
unsigned show_channels(const struct run *run, const struct view *view, FILE *to);

/* Prints each stamp of the first repetition, or with view->all of each repetition, with its time
 * and the difference from the stamp before; returns the number of passes. */
unsigned show_stamps(const struct run *run, const struct view *view, FILE *to);

/* Prints a heading for the stamps of one benchmark: their number, cost and losses. `at` is the
 * index of its sampling. */
void show_channels_heading(struct text_table *table, const struct run *run, unsigned at);

/* Returns the selected results in the view's order. The caller frees the array. */
const struct result **show_results_select(const struct run *run, const struct view *view,
                                          unsigned *n);

/* Formats "305.0 +/- 0.0"; the size determines the number of decimals. */
const char *show_results_mean_text(double mean, double half_width);
