/*
 * SPDX-License-Identifier: MIT
 * More events than fit together on a Pentium 4 take several passes.
 */
#pragma once

#include "pmc/netburst/netburst_assign.h"

/*
 * Shares n events out among passes: pass[i] is the number, from 0, of that of counts[i]. A cascaded
 * one stands in the pass of the one before it. `room` is for their copies, n + 1 of them.
 *
 * Returns how many there are; or -1 where one of them does not even fit alone, or more than
 * most_passes were needed. Never fewer are needed than netburst_passes_bound() says. Mostly it is
 * as many: each event that finds no room has others moved along for it, two at the most.
 */
int netburst_passes(const struct netburst_machine *machine, const struct netburst_count counts[],
                    unsigned n, uint16_t pass[], unsigned most_passes,
                    struct netburst_count room[]);

/* Passes that the busiest pair of ESCRs, or the counters of the busiest block, need at least. */
unsigned netburst_passes_bound(const struct netburst_machine *machine,
                               const struct netburst_count counts[], unsigned n);
