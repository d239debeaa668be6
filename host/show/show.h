/*
 * SPDX-License-Identifier: MIT
 * The views of `bareprobe show`, and which results they are of.
 */
#pragma once

#include <stdio.h>

#include "host/metrics/metric.h"
#include "host/run/run.h"

/*
 * Patterns are globs (kernel/lib/glob.h); NULL takes all. bench and event are lists with commas
 * between, of what the settings `command` and `events` take: a benchmark's name or its last part,
 * with or without its arguments; an event's names, its code, a group, `all`, with a ring behind it
 * (`data_read:u`).
 */
struct selection {
    const char *bench, *event, *region, *state, *ring, *ablate;
    const char *only; /* this benchmark by its whole name, and its cases; NULL: any */
};

/* Its part of a verb's table of options (host/base/verb_options.h). */
#define SELECTION_OPTIONS(selection)                                                               \
    {'b', "bench,", &(selection).bench, NULL}, {'e', "event,", &(selection).event, NULL},          \
        {'r', "region", &(selection).region, NULL}, {0, "state", &(selection).state, NULL},        \
        {0, "ring", &(selection).ring, NULL},                                                      \
    {                                                                                              \
        0, "ablate", &(selection).ablate, NULL                                                     \
    }

bool selected(const struct selection *selection, const struct result *result);

/* The same of what has neither region nor event nor ring: not where one of those is selected. */
bool selected_variant(const struct selection *selection, const char *bench, const char *state,
                      const char *ablate);

/* The same of an event of a sampled pass; NULL: of any of its events, of which it may have none. */
bool selected_sampled(const struct selection *selection, const struct sampling *sampling,
                      const char *event);

/* Warns of each word of its lists that none of the run's results and sampled passes has. */
void selection_check(const struct selection *selection, const struct run *run);

enum show_sort { SORT_AS_RUN, SORT_MEAN, SORT_PER_ENTRY, SORT_SPREAD, SORT_EVENT, SORT_REGION };

struct view {
    struct selection selection;
    enum show_sort sort;
    bool raw; /* raw, overhead and entries beside the corrected mean */
    bool all; /* spread, extremes, median, mode, outliers too */
    bool colour;
};

/* A line over the results of one benchmark in one state: name, repetitions, level, state, ring. */
struct table;
void show_heading(struct table *table, const struct run *run, const struct result *result);

/* Whether b belongs under the same heading as a. */
bool same_heading(const struct result *a, const struct result *b);

/* One row an event. Returns how many results were shown. */
unsigned show_events(const struct run *run, const struct view *view, FILE *to);

/* One row a region, one column a metric; what could not be worked out is told on stderr. */
unsigned show_metrics(const struct run *run, const struct view *view,
                      const struct metric_group *const *groups, unsigned n_groups, FILE *to);

/* One row a region, one column an event. */
unsigned show_across(const struct run *run, const struct view *view, FILE *to);

/* What benchmarks inferred: one row a finding, where the view selects its benchmark. */
unsigned show_findings(const struct run *run, const struct view *view, FILE *to);

/* How benchmarks were sampled, a paragraph for each pass. Returns how many there were. */
unsigned show_samplings(const struct run *run, const struct view *view, FILE *to);

/* Events counted by turns beside the exact counts. Returns how many there were. */
unsigned show_multiplex(const struct run *run, const struct view *view, FILE *to);

/* Times between stamps. Returns how many passes there were. */
unsigned show_channels(const struct run *run, const struct view *view, FILE *to);

/* The results that the view selects, in its order. The array is the caller's to free. */
const struct result **show_select(const struct run *run, const struct view *view, unsigned *n);

/* "305.0 +/- 0.0" with as many decimals as the size asks for. */
const char *mean_text(double mean, double half_width);
