/*
 * SPDX-License-Identifier: MIT
 * The request for a list: the entries, and what is printed of them.
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

/*
 * Returns whether one of the texts matches (the array ends with NULL). A pattern with *, ? or [ is
 * a glob that must match the whole text; any other pattern must be a part of it. Case is ignored.
 */
bool listing_matches(const struct listing *listing, const char *const *texts);

/* Returns whether the pattern is this code of an event, as in 0x12 or r12 of `bareprobe run -e`. */
bool listing_has_code(const struct listing *listing, unsigned code);
