/*
 * SPDX-License-Identifier: MIT
 * Counters read each so often, while time passes or a benchmark is run over and over: estimates,
 * in which what lies between its runs is counted too.
 */
#pragma once

#include <stdint.h>

#include "kernel/settings/word.h"
#include "pmc/pmc.h"
#include "pmc/schedule.h"

struct interval {
    unsigned n_events;
    const char *name[PMC_MAX_COUNTERS];
    uint64_t count[PMC_MAX_COUNTERS]; /* in the interval that ended last, */
    uint64_t clocks;                  /* which took so long, */
    unsigned runs;                    /* of the benchmark */
};

/* The events of session.once in one pass, whose counted[] has PMC_MAX_COUNTERS. -1 after a
   message. */
int interval_place(struct pass *pass);

/*
 * Gets the events ready, and the benchmark where a name is given (length 0: none). -1 after a
 * message: they do not fit the counters at once, or there is no such benchmark.
 */
int interval_begin(struct interval *interval, struct word events, struct word bench);

/* Counts for so many clocks, or until something is typed, which *stopped says. -1 after a message:
 * the benchmark was ended. */
int interval_count(struct interval *interval, uint64_t clocks, bool *stopped);

/* Gives back what it held. */
void interval_end(void);
