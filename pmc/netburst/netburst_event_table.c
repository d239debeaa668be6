/*
 * SPDX-License-Identifier: MIT
 * The Pentium 4's events and tagged events as struct event.
 * It is read before address line A20 is known to be open, so linker.ld places it apart from the
 * rest of this directory.
 */
#include "pmc/netburst/netburst_event_table.h"

#include <stddef.h>

#include "pmc/netburst/netburst_events.h"

/* Values for the names used in the tables. */
#define OCCURRENCE EVENT_OCCURRENCE
#define DURATION   EVENT_DURATION
#define CACHE      EVENT_GROUP_CACHE
#define BRANCH     EVENT_GROUP_BRANCH
#define PIPE       EVENT_GROUP_PIPE
#define STALL      EVENT_GROUP_STALL
#define BUS        EVENT_GROUP_BUS
#define MMX        EVENT_GROUP_MMX
#define ALL        (NETBURST_WILLAMETTE | NETBURST_NORTHWOOD | NETBURST_PRESCOTT)
#define FROM_3     NETBURST_PRESCOTT

/* The select of each event, for the tagged events that it counts. */
enum {
#define EVENT(name, select, ...) SELECT_##name = select,
#define MASK(...)
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
};

/* uop_type only tags and counts nothing. */
#define COUNTERS_OF(event)                                                                         \
    (NETBURST_EVENT_##event == NETBURST_EVENT_uop_type ? 0 : EVENT_COUNTERS_ALL)

/* Tagged events belong to the event group of their subject. */
#define GROUP_OF_FRONT_END CACHE
#define GROUP_OF_EXECUTION MMX
#define GROUP_OF_REPLAY    CACHE

/*
 * All parts of an event have the same kind, except those of machine_clear, where the last part's
 * kind (OCCURRENCE) applies.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"

const struct event netburst_table[] = {
#define EVENT(name, select, escr0, escr1, routing, models, usual, groups, stage, feeds, threads,   \
              text, source, doubt, erratum)                                                        \
    [NETBURST_EVENT_##name] = {                                                                    \
        select, COUNTERS_OF(name), groups, EVENT_OCCURRENCE, 0, models, NULL, #name, NULL},
#define MASK(event, bit, name, of, text, source, doubt) [NETBURST_EVENT_##event].kind = of,
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
#define TAGGED(name, way, counting, upstream, mask, escr, enable, vertical, text)                  \
    [NETBURST_EVENTS + NETBURST_TAGGED_##name] = {SELECT_##counting,                               \
                                                  EVENT_COUNTERS_ALL,                              \
                                                  GROUP_OF_##way,                                  \
                                                  EVENT_OCCURRENCE,                                \
                                                  0,                                               \
                                                  ALL,                                             \
                                                  NULL,                                            \
                                                  #name,                                           \
                                                  NULL},
#include "pmc/netburst/tagged.def"
#undef TAGGED
};
#pragma GCC diagnostic pop

_Static_assert(sizeof netburst_table / sizeof netburst_table[0] == NETBURST_TABLE_EVENTS &&
                   NETBURST_TABLE_EVENTS == NETBURST_EVENTS + NETBURST_TAGGED,
               "an event is missing or doubled");
