/*
 * SPDX-License-Identifier: MIT
 * The families of counters there are, a row each, for who asks about events of any processor.
 */
#pragma once

#include "pmc/event.h"

#define FAMILIES             1
#define FAMILIES_MOST_EVENTS 74 /* of any row */

struct family {
    const struct event *events; /* of all its members: those of the first come first */
    unsigned n_events;
};

extern const struct family families[FAMILIES];
