/*
 * SPDX-License-Identifier: MIT
 * The event table of the P5 and the P55C.
 */
#include "pmc/p5/p5_events.h"

#include <stddef.h>

/* Values for the names used in the tables. */
#define BOTH       EVENT_COUNTERS_BOTH
#define COUNTER_0  EVENT_COUNTER_0
#define COUNTER_1  EVENT_COUNTER_1
#define NEAR       EVENT_NEAR
#define OCCURRENCE EVENT_OCCURRENCE
#define DURATION   EVENT_DURATION
#define CACHE      EVENT_GROUP_CACHE
#define BRANCH     EVENT_GROUP_BRANCH
#define PIPE       EVENT_GROUP_PIPE
#define STALL      EVENT_GROUP_STALL
#define BUS        EVENT_GROUP_BUS
#define MMX        EVENT_GROUP_MMX
#define OTHER      0

const struct event p5_events[] = {
#define EVENT(code, name, mnemonic, text, kind, counters, groups, counts, excluded, doubt)         \
    {code,                                                                                         \
     (counters)&EVENT_COUNTERS_ALL,                                                                \
     groups,                                                                                       \
     kind,                                                                                         \
     !!((counters)&EVENT_NEAR),                                                                    \
     PROCESSORS,                                                                                   \
     NULL,                                                                                         \
     #name,                                                                                        \
     #mnemonic "\0" text},
#define PROCESSORS (P5_P54C | P5_P55C)
#include "pmc/p5/p5.def"
#undef PROCESSORS
#define PROCESSORS P5_P55C
#include "pmc/p5/p55c.def"
#undef EVENT
};
_Static_assert(sizeof p5_events / sizeof p5_events[0] == P55C_EVENTS,
               "an event is missing or doubled");
