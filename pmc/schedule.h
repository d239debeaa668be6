/*
 * SPDX-License-Identifier: MIT
 * Which events are counted together: more events than counters means several passes.
 */
#pragma once

#include <stdbool.h>

#include "pmc/pmc.h"

/*
 * One setting of the counters: as many events as pmc has counters, of NULL for one that counts
 * nothing in this pass; where pmc has a notation of its own the others are in front of these.
 */
struct pass {
    struct counted *counted;
    bool time_stamp; /* the probes read the time-stamp counter, and no event counter */
};

/*
 * Puts n events, pmc_time_stamp not among them, into passes of pmc's counters, whose counted[]
 * there is room for. Each event is on a counter that can count it and that `usable` (a mask)
 * allows. There are no fewer passes that do. The same event asked for in two rings stands side by
 * side in a pass where that costs none more; events[] may be put in another order for it. Returns
 * the number of passes, or -1 if max_passes are too few or an event fits no usable counter.
 */
int schedule(const struct pmc *pmc, uint32_t usable, struct counted events[], unsigned n,
             struct pass passes[], unsigned max_passes);

/*
 * No schedule can have fewer passes than that: some set of counters, however small, has to count
 * the events that no other counter can. Events that fit no usable counter are left out.
 */
unsigned schedule_lower_bound(const struct pmc *pmc, uint32_t usable, const struct counted events[],
                              unsigned n);
