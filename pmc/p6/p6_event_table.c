/*
 * SPDX-License-Identifier: MIT
 * The P6's event table for the kernel. The host prints the other columns of p6.def.
 */
#include "pmc/p6/p6_event_table.h"

#include <stddef.h>

#include "pmc/p6/p6_units.h"

/* Values for the names used in p6.def. */
#define BOTH       EVENT_COUNTERS_BOTH
#define COUNTER_0  EVENT_COUNTER_0
#define COUNTER_1  EVENT_COUNTER_1
#define OCCURRENCE EVENT_OCCURRENCE
#define DURATION   EVENT_DURATION
#define CACHE      EVENT_GROUP_CACHE
#define BRANCH     EVENT_GROUP_BRANCH
#define PIPE       EVENT_GROUP_PIPE
#define STALL      EVENT_GROUP_STALL
#define BUS        EVENT_GROUP_BUS
#define MMX        EVENT_GROUP_MMX
#define OTHER      0

#define PPRO     P6_PPRO
#define P2       P6_P2
#define P3       P6_P3
#define PM       P6_PM
#define ALL      (P6_PPRO | P6_P2 | P6_P3 | P6_PM)
#define BUT_PM   (P6_PPRO | P6_P2 | P6_P3)
#define BUT_PPRO (P6_P2 | P6_P3 | P6_PM)

#define NO_UNITS        NULL
#define MESI            &p6_mesi
#define MESI_PREFETCHED &p6_mesi_prefetched
#define SELF            &p6_self
#define AGENTS          &p6_agents
#define PREFETCHES      &p6_prefetches
#define MMX_UOPS        &p6_mmx_uops
#define MMX_TYPES       &p6_mmx_types
#define MMX_TRANSITIONS &p6_mmx_transitions
#define SEGMENTS        &p6_segments
#define SSE             &p6_sse
#define SSE2            &p6_sse2
#define FUSED           &p6_fused
#define SPEEDSTEP       &p6_speedstep

const struct event p6_events[] = {
#define EVENT(code, name, kind, counters, groups, processors, units, text, source, doubt, erratum) \
    {code, counters, groups, kind, (kind) == EVENT_DURATION, processors, units, #name, NULL},
#include "pmc/p6/p6.def"
#undef EVENT
};
_Static_assert(sizeof p6_events / sizeof p6_events[0] == P6_EVENTS,
               "an event is missing or doubled");
