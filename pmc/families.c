/*
 * SPDX-License-Identifier: MIT
 * The one list in which each family stands.
 */
#include "pmc/families.h"

#include "pmc/p5/p5_events.h"

const struct family families[FAMILIES] = {
    {p5_events, P55C_EVENTS},
};
_Static_assert(P55C_EVENTS <= FAMILIES_MOST_EVENTS, "the largest table");
