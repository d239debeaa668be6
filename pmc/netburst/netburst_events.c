/*
 * SPDX-License-Identifier: MIT
 * The tables of netburst.def and tagged.def for the kernel. The host prints their other columns.
 */
#include "pmc/netburst/netburst_events.h"

#include "kernel/lib/piece.h"

/* Values for the names used in the tables. */
#define OCCURRENCE    EVENT_OCCURRENCE
#define DURATION      EVENT_DURATION
#define CACHE         EVENT_GROUP_CACHE
#define BRANCH        EVENT_GROUP_BRANCH
#define PIPE          EVENT_GROUP_PIPE
#define STALL         EVENT_GROUP_STALL
#define BUS           EVENT_GROUP_BUS
#define MMX           EVENT_GROUP_MMX
#define ALL           NETBURST_MODELS_ALL
#define FROM_3        NETBURST_MODELS_FROM_3
#define AT_RETIREMENT true
#define BEFORE        false
#define TS            true
#define TI            false

#define NETBURST_NO_ESCR    NETBURST_NONE
#define NETBURST_EVENT_NONE NETBURST_NONE

static const struct netburst_mask masks[] = {
#define EVENT(...)
#define MASK(event, bit, name, kind, text, source, doubt)                                          \
    {#name, bit, kind, NETBURST_EVENT_##event},
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
    {NULL, 0, 0, NETBURST_NONE},
};
_Static_assert(sizeof masks / sizeof masks[0] == NETBURST_MASKS + 1,
               "a part is missing or doubled");

/* The index of each event's first part in masks[]. */
enum {
#define EVENT(name, ...)      FIRST_##name, BEFORE_##name = FIRST_##name - 1,
#define MASK(event, bit, ...) PART_##event##_##bit,
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
};

const struct netburst_event netburst_events[] = {
#define EVENT(name, select, escr0, escr1, routing, models, usual, groups, stage, feeds, threads,   \
              text, source, doubt, erratum)                                                        \
    {#name,                                                                                        \
     &masks[FIRST_##name],                                                                         \
     usual,                                                                                        \
     select,                                                                                       \
     routing,                                                                                      \
     {NETBURST_##escr0, NETBURST_##escr1},                                                         \
     models,                                                                                       \
     groups,                                                                                       \
     NETBURST_##feeds,                                                                             \
     stage,                                                                                        \
     threads},
#define MASK(...)
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
};

const struct netburst_tagged netburst_tagged[] = {
#define TAGGED(name, way, counting, upstream, mask, escr, enable, vertical, text)                  \
    {#name,                                                                                        \
     NETBURST_##way,                                                                               \
     NETBURST_EVENT_##counting,                                                                    \
     NETBURST_EVENT_##upstream,                                                                    \
     NETBURST_##escr,                                                                              \
     vertical,                                                                                     \
     mask,                                                                                         \
     enable},
#include "pmc/netburst/tagged.def"
#undef TAGGED
};

bool netburst_is(const char *text, size_t length, const char *name)
{
    return piece_equals((struct piece){text, length}, name);
}

const struct netburst_event *netburst_find_event(const char *name, size_t length)
{
    for (unsigned i = 0; i < NETBURST_EVENTS; i++)
        if (netburst_is(name, length, netburst_events[i].name))
            return &netburst_events[i];
    return NULL;
}

const struct netburst_tagged *netburst_find_tagged(const char *name, size_t length)
{
    for (unsigned i = 0; i < NETBURST_TAGGED; i++)
        if (netburst_is(name, length, netburst_tagged[i].name))
            return &netburst_tagged[i];
    return NULL;
}

const struct netburst_event *netburst_event_at(unsigned escr, unsigned select)
{
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        const struct netburst_event *event = &netburst_events[i];
        if (event->select == select && (event->escr[0] == escr || event->escr[1] == escr))
            return event;
    }
    return NULL;
}

const struct netburst_mask *netburst_next_part(const struct netburst_event *event,
                                               const struct netburst_mask *part)
{
    const struct netburst_mask *next = part ? part + 1 : event->masks;
    return next->event == event->masks->event ? next : NULL;
}

uint16_t netburst_all_masks(const struct netburst_event *event)
{
    uint16_t all = 0;
    for (const struct netburst_mask *part = NULL; (part = netburst_next_part(event, part));)
        all |= (uint16_t)(1u << part->bit);
    return all;
}
