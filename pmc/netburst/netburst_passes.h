/*
 * SPDX-License-Identifier: MIT
 * Schedules Pentium 4 events that do not all fit together into several passes.
 */
#pragma once

#include "pmc/netburst/netburst_assign.h"

/*
 * Schedules n events: pass[i] is the number, from 0, of the pass of counts[i]. A cascaded event is
 * in the pass of the event before it. `room` is scratch space for n + 1 copies.
 *
 * Returns the number of passes, or -1 if an event does not fit even alone or more than most_passes
 * are needed. netburst_passes_bound() is a lower bound and usually reached: at most two other
 * events are moved to make room for one.
 */
int netburst_passes(const struct netburst_machine *machine, const struct netburst_count counts[],
                    unsigned n, uint16_t pass[], unsigned most_passes,
                    struct netburst_count room[]);

/*
 * The minimum number of passes that the busiest pair of ESCRs, or the counters of the busiest
 * block, need.
 */
unsigned netburst_passes_bound(const struct netburst_machine *machine,
                               const struct netburst_count counts[], unsigned n);
