/*
 * SPDX-License-Identifier: MIT
 * The events of the Pentium 4: netburst.def as a table, and tagged.def.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pmc/event.h"
#include "pmc/netburst/netburst_registers.h"

enum netburst_tagging {
    NETBURST_NOTHING,
    NETBURST_FRONT_END,
    NETBURST_EXECUTION,
    NETBURST_REPLAY,
};

/* Their indexes. */
enum {
#define EVENT(name, ...) NETBURST_EVENT_##name,
#define MASK(...)
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
    NETBURST_EVENTS
};

#define NETBURST_MASKS 181 /* of all events */

/* A part of an event. */
struct netburst_mask {
    const char *name;
    uint8_t bit;   /* of the event mask */
    uint8_t kind;  /* enum event_kind */
    uint8_t event; /* index of the one that it is a part of */
};

struct netburst_event {
    const char *name;
    const struct netburst_mask *masks; /* the first, and behind the last one of another event:
                                          netburst_next_part() */
    uint16_t usual;                    /* event mask where no part is named; 0: one has to be */
    uint8_t select;
    uint8_t routing;
    uint8_t escr[2]; /* the second may be NETBURST_NONE */
    uint8_t models;  /* mask */
    uint8_t groups;  /* enum event_group */
    uint8_t feeds;   /* enum netburst_tagging */
    bool at_retirement, by_thread;
};

/* Both ends of what is counted by tags. */
struct netburst_tagged {
    const char *name;
    uint8_t way;      /* enum netburst_tagging */
    uint8_t counting; /* index of an event */
    uint8_t upstream; /* likewise, or NETBURST_NONE */
    uint8_t escr;     /* that the upstream event has to be in, or NETBURST_NONE */
    uint8_t vertical; /* PEBS_MATRIX_VERT */
    uint16_t mask;    /* of the upstream event */
    uint32_t enable;  /* PEBS_ENABLE */
};

enum {
#define TAGGED(name, ...) NETBURST_TAGGED_##name,
#include "pmc/netburst/tagged.def"
#undef TAGGED
    NETBURST_TAGGED
};
extern const struct netburst_event netburst_events[NETBURST_EVENTS];
extern const struct netburst_tagged netburst_tagged[NETBURST_TAGGED];

/* Whether text[length] is that name, letter case ignored. */
bool netburst_is(const char *text, size_t length, const char *name);

/* By name, letter case ignored; NULL for none. */
const struct netburst_event *netburst_find_event(const char *name, size_t length);
const struct netburst_tagged *netburst_find_tagged(const char *name, size_t length);

/* The event that an ESCR selects so; NULL: no document has one. */
const struct netburst_event *netburst_event_at(unsigned escr, unsigned select);

/* The part behind that one, the first behind NULL; NULL behind the last. */
const struct netburst_mask *netburst_next_part(const struct netburst_event *event,
                                               const struct netburst_mask *part);

/* All bits of its event mask that have a name. */
uint16_t netburst_all_masks(const struct netburst_event *event);
