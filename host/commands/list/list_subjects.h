/*
 * SPDX-License-Identifier: MIT
 * The subjects of `bareprobe list`: each is a function, and a line in host/commands/list_verb.c.
 */
#pragma once

#include <stdbool.h>

struct listing {
    const char *pattern; /* NULL for everything */
    bool verbose;
    bool deleted;       /* runs: the deleted ones */
    bool pcl, papi;     /* events: by the names of those libraries */
    const char *store;  /* NULL for the default */
    const char *cpu;    /* events, groups: of this family or processor, "all"; NULL: the Pentiums */
    const char *kernel; /* the image with the benchmarks; NULL for the one next to this program */
};

/* Each prints the matching entries on stdout and returns their number, or -1 after a message. */
int list_events(const struct listing *listing);
int list_event_groups(const struct listing *listing);
int list_benches(const struct listing *listing);
int list_metrics(const struct listing *listing);
int list_suites(const struct listing *listing);
int list_registers(const struct listing *listing); /* its pattern is a list of events */
int list_runs(const struct listing *listing);

/*
 * Returns whether one of the texts matches (the array ends with NULL). A pattern with *, ? or [ is
 * a glob that must match the whole text; any other pattern must be a part of it. Case is ignored.
 */
bool list_verb_matches(const struct listing *listing, const char *const *texts);
