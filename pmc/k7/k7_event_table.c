/*
 * SPDX-License-Identifier: MIT
 * The K7's event table for the kernel. The host prints the other columns of k7.def.
 */
#include "pmc/k7/k7_event_table.h"

#include <stddef.h>

#include "pmc/k7/k7_units.h"

/* Values for the names used in k7.def. */
#define ALL_COUNTERS EVENT_COUNTERS_ALL
#define OCCURRENCE   EVENT_OCCURRENCE
#define DURATION     EVENT_DURATION
#define CACHE        EVENT_GROUP_CACHE
#define BRANCH       EVENT_GROUP_BRANCH
#define PIPE         EVENT_GROUP_PIPE
#define STALL        EVENT_GROUP_STALL
#define BUS          EVENT_GROUP_BUS
#define OTHER        0
#define K7           K7_ATHLON

#define NO_UNITS     NULL
#define MOESI        &k7_moesi
#define SEGMENTS     &k7_segments
#define MEMORY_TYPES &k7_memory_types
#define SNOOPED      &k7_snooped
#define ECC_PLACES   &k7_ecc_places
#define INVALIDATES  &k7_invalidates
#define L2_REQUESTS  &k7_l2_requests

const struct event k7_events[] = {
#define EVENT(code, name, kind, counters, groups, processors, units, text, source, doubt, erratum) \
    {code, counters, groups, kind, (kind) == EVENT_DURATION, processors, units, #name, NULL},
#include "pmc/k7/k7.def"
#undef EVENT
};
_Static_assert(sizeof k7_events / sizeof k7_events[0] == K7_EVENTS,
               "an event is missing or doubled");
