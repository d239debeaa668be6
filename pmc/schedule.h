/*
 * SPDX-License-Identifier: MIT
 * Schedules events into passes: more events than counters need several passes.
 */
#pragma once

#include <stdbool.h>

#include "pmc/pmc.h"

/*
 * One setting of the counters: one entry for each counter of pmc. An event of NULL counts nothing
 * in this pass; if pmc has a `notation`, those entries come last.
 */
struct schedule_pass {
    struct pmc_counted *counted;
    bool time_stamp; /* the probes read the time-stamp counter, and no event counter */
    uint8_t near;    /* the counter that the probes read next to the measured code: 0 or 1 */
};

#define SCHEDULE_MOST_READ 4 /* counters whose counts fit in a sample */

/* The use of a pass. */
enum schedule_for {
    SCHEDULE_READS,  /* all counters are read at once, or by a program itself */
    SCHEDULE_PROBES, /* region probes read one counter after the other */
};

/*
 * Schedules n events, without pmc_time_stamp, into passes of pmc's counters; passes[].counted must
 * have room for one entry a counter. Each event goes to a counter that can count it and that
 * `usable` (a mask) allows. The number of passes is minimal.
 *
 * The code between the two reads of an end probe may be in a line that the region has displaced, so
 * the far counter may count a miss and some clocks more than the near one. For probes, each pass
 * therefore has at most one event that this can change (`near` of struct event, or clocks with a
 * threshold), and the near counter counts it. All other events count the same on both.
 *
 * Otherwise an event requested in two rings is counted in both in one pass if that needs no
 * additional pass; events[] may be reordered for it. Returns the number of passes, or -1 if it
 * exceeds max_passes or an event fits no usable counter.
 */
int schedule_passes(const struct pmc *pmc, enum schedule_for use, uint32_t usable,
                    struct pmc_counted events[], unsigned n, struct schedule_pass passes[],
                    unsigned max_passes);

/* An assignment of events to passes. */
struct schedule_request {
    const struct pmc *pmc;
    enum schedule_for use;
    uint32_t usable; /* counters, as a mask */
    unsigned most;   /* events in a pass, for a family with its own notation */
    /* The event on the counter that interrupts, which such a family counts in each pass, or NULL.
     * `usable` lacks that counter in the other families. */
    const struct pmc_counted *first;
};

/*
 * As schedule_passes(), for any family; there must be room for n passes. *lower_bound receives a
 * lower bound for the number of passes. Returns -1 with a message in error[size].
 */
int schedule_events(const struct schedule_request *request, struct pmc_counted events[], unsigned n,
                    struct schedule_pass passes[], unsigned *lower_bound, char *error, size_t size);

/*
 * The same, with a pass for each group of events: group[i] is the group of events[i], which does
 * not fall from one event to the next. Returns -1 with a message if a group needs more than a pass.
 */
int schedule_groups(const struct schedule_request *request, struct pmc_counted events[],
                    const uint16_t group[], unsigned n, struct schedule_pass passes[],
                    unsigned *lower_bound, char *error, size_t size);

/*
 * Returns the position at which probes read a counter of a pass, or NULL if they read all counters
 * in one place: "near", next to the measured code, or "far".
 */
const char *schedule_position(const struct pmc *pmc, const struct schedule_pass *pass,
                              unsigned counter);

/*
 * Returns a lower bound for the number of passes: the maximum over all sets of counters of the
 * events that only this set can count, divided by its size and rounded up; and for probes that read
 * two counters themselves the number of events that the near counter must count. Events that fit no
 * usable counter are left out.
 */
unsigned schedule_lower_bound(const struct pmc *pmc, enum schedule_for use, uint32_t usable,
                              const struct pmc_counted events[], unsigned n);
