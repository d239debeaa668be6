/*
 * SPDX-License-Identifier: MIT
 * Fitting units onto counters: the flow from settings through ESCRs to counters.
 *
 * ESCRs come in pairs, one on each side of a block, that select the same events. A pair that two
 * values want can be shared out in two ways, and one that a single value wants holds it twice; what
 * then is left is a bipartite matching of units and counters, by augmenting paths. All ways of
 * sharing out are tried, of which a block has no more than a few, and blocks are independent.
 */
#pragma once

#include "pmc/netburst/netburst_units.h"

/* Where each unit went. */
struct netburst_fit {
    uint8_t counter[NETBURST_MOST_UNITS]; /* NETBURST_NONE: a companion */
    uint8_t escr[NETBURST_MOST_UNITS];
};

/* Whether all fit; cascades are not looked at. */
bool netburst_fit_units(const struct netburst_units *units, struct netburst_fit *fit);
