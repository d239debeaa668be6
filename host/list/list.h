/*
 * SPDX-License-Identifier: MIT
 * What can be listed: each subject is one function and one line in host/list/list.c.
 */
#pragma once

#include <stdbool.h>

struct listing {
    const char *pattern; /* NULL for everything */
    bool verbose;
    bool deleted;       /* runs: the deleted ones */
    bool pcl, papi;     /* events: by the names of those libraries */
    const char *store;  /* NULL for the usual one */
    const char *cpu;    /* events, groups: of this family or processor, "all"; NULL: the Pentiums */
    const char *kernel; /* the image with the benchmarks; NULL for the one beside this program */
};

/* Each prints what matches on stdout and returns how much that was, or -1 after a message. */
int list_events(const struct listing *listing);
int list_groups(const struct listing *listing);
int list_benches(const struct listing *listing);
int list_metrics(const struct listing *listing);
int list_suites(const struct listing *listing);
int list_registers(const struct listing *listing); /* its pattern is a list of events */
int list_runs(const struct listing *listing);

/*
 * Whether one of texts (NULL-terminated, its members not NULL) matches: a pattern with *, ? or [ as
 * a glob for the whole of it, any other as a part of it, in any case of letters.
 */
bool list_matches(const struct listing *listing, const char *const *texts);
