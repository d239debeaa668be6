/*
 * SPDX-License-Identifier: MIT
 * The selection of results by -b, -e and the other selecting options of all verbs.
 */
#pragma once

#include <stdbool.h>

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
