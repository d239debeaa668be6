/*
 * SPDX-License-Identifier: MIT
 * Counts events in intervals of time, idle or while a benchmark runs repeatedly. The counts are
 * estimates, which include the code between the benchmark's runs. The code that reads what is typed
 * or sent is not included, nor are its clocks.
 */
#pragma once

#include <stdint.h>

#include "kernel/settings/word.h"
#include "pmc/pmc.h"

struct count_interval {
    unsigned n_events;
    const char *name[PMC_MAX_COUNTERS];
    uint64_t count[PMC_MAX_COUNTERS]; /* in the last interval */
    uint64_t clocks;                  /* length of the last interval */
    unsigned runs;                    /* runs of the benchmark in it */
    unsigned cases;                   /* that the benchmark's name selects; 0: no benchmark */
    const char *bench;                /* the current one */
};

/*
 * Prepares the events and, unless its name has length 0, the first case of a benchmark that it
 * selects. Returns -1 after a message if the events do not fit the counters at once or the
 * benchmark does not exist.
 */
int interval_begin(struct count_interval *interval, struct word events, struct word bench);

/*
 * Prepares the next case, or after the last one the first. A case that needs too much memory is
 * reported and left out. Returns -1 after a message.
 */
int interval_next_case(struct count_interval *interval);

/*
 * Counts for that many clocks, or until something is typed, which sets *stopped. Returns -1 after a
 * message if the benchmark was ended.
 */
int interval_count(struct count_interval *interval, uint64_t clocks, bool *stopped);

/* Releases the resources. */
void interval_end(void);
