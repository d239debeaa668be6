/*
 * SPDX-License-Identifier: MIT
 * Fits units onto counters: values are distributed over ESCRs, and units are matched to counters.
 *
 * ESCRs come in pairs, one on each side of a block, that select the same events. If a pair needs
 * two values they can be distributed in two ways; if it needs one, both ESCRs hold it. The rest is
 * a bipartite matching of units and counters by augmenting paths. All distributions are tried; a
 * block has only a few, and blocks are independent.
 */
#pragma once

#include "pmc/netburst/netburst_units.h"

/* The counter and ESCR of each unit. */
struct netburst_fit {
    uint8_t counter[NETBURST_MOST_UNITS]; /* NETBURST_NONE for a companion */
    uint8_t escr[NETBURST_MOST_UNITS];
};

/* Returns whether all units fit; cascades are not considered. */
bool netburst_fit_units(const struct netburst_units *units, struct netburst_fit *fit);
