/*
 * SPDX-License-Identifier: MIT
 * The views of `bareprobe show`, and the selection of results that they show.
 */
#pragma once

#include <stdio.h>

#include "host/data/metrics/metric_groups.h"
#include "host/data/run/run.h"

/*
 * Patterns are globs (kernel/lib/glob.h); NULL matches everything. bench and event are lists
 * separated by commas, as in the settings `command` and `events`: a benchmark's name or its last
 * part, with or without arguments; an event's name, code, group, or `all`, with an optional ring
 * (`data_read:u`).
 */
struct result_selection {
    const char *bench, *event, *region, *state, *ring, *ablate;
    const char *only; /* only the benchmark with this full name, and its cases; NULL: any */
};

/* The selection's rows in a verb's table of options (host/base/verb_options.h). */
#define SELECTION_OPTIONS(selection)                                                               \
    {'b', "bench,", &(selection).bench, NULL}, {'e', "event,", &(selection).event, NULL},          \
        {'r', "region", &(selection).region, NULL}, {0, "state", &(selection).state, NULL},        \
        {0, "ring", &(selection).ring, NULL},                                                      \
    {                                                                                              \
        0, "ablate", &(selection).ablate, NULL                                                     \
    }

bool selection_matches(const struct result_selection *selection, const struct result *result);

/* As selection_matches(), for items without region, event and ring: false if one of these is
 * selected. */
bool selection_matches_variant(const struct result_selection *selection, const char *bench,
                               const char *state, const char *ablate);

/* As selection_matches(), for an event of a sampled pass; NULL: for any of its events, or a pass
 * without events. */
bool selection_matches_sampled(const struct result_selection *selection,
                               const struct sampling *sampling, const char *event);

/* Warns about each word of its lists that matches no result and no sampled pass of the run. */
void selection_check(const struct result_selection *selection, const struct run *run);

enum show_sort { SORT_AS_RUN, SORT_MEAN, SORT_PER_ENTRY, SORT_SPREAD, SORT_EVENT, SORT_REGION };

struct view {
    struct result_selection selection;
    enum show_sort sort;
    bool raw; /* raw, overhead and entries next to the corrected mean */
    bool all; /* also spread, extremes, median, mode, outliers */
    bool colour;
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

/* Describes how benchmarks were sampled, one paragraph per pass; returns the number of passes. */
unsigned show_samplings(const struct run *run, const struct view *view, FILE *to);

/* Prints multiplexed events next to the exact counts; returns their number. */
unsigned show_multiplex(const struct run *run, const struct view *view, FILE *to);

/* Prints times between stamps; returns the number of passes. */
unsigned show_channels(const struct run *run, const struct view *view, FILE *to);

/* Returns the selected results in the view's order. The caller frees the array. */
const struct result **show_results_select(const struct run *run, const struct view *view,
                                          unsigned *n);

/* Formats "305.0 +/- 0.0"; the size determines the number of decimals. */
const char *show_results_mean_text(double mean, double half_width);
