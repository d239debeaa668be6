/*
 * SPDX-License-Identifier: MIT
 * The events of the Pentium 4 as tables, built from netburst.def and tagged.def.
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

/* Indexes of the events. */
enum {
#define EVENT(name, ...) NETBURST_EVENT_##name,
#define MASK(...)
#include "pmc/netburst/netburst.def"
#undef EVENT
#undef MASK
    NETBURST_EVENTS
};

#define NETBURST_MASKS 181 /* number of parts of all events */

/* A part of an event. */
struct netburst_mask {
    const char *name;
    uint8_t bit;   /* bit of the event mask */
    uint8_t kind;  /* enum event_kind */
    uint8_t event; /* index of the event it belongs to */
};

struct netburst_event {
    const char *name;
    const struct netburst_mask *masks; /* the first part; after the last one the parts of another
                                          event follow: use netburst_next_part() */
    uint16_t usual;                    /* default event mask if no part is named; 0: a part must
                                          be named */
    uint8_t select;
    uint8_t routing;
    uint8_t escr[2]; /* the second may be NETBURST_NONE */
    uint8_t models;  /* mask of NETBURST_MODELS_... */
    uint8_t groups;  /* mask of enum event_group */
    uint8_t feeds;   /* enum netburst_tagging */
    bool at_retirement, by_thread;
};

/* A count by tags: the counting event and the event that tags. */
struct netburst_tagged {
    const char *name;
    uint8_t way;      /* enum netburst_tagging */
    uint8_t counting; /* index of an event */
    uint8_t upstream; /* index of an event, or NETBURST_NONE */
    uint8_t escr;     /* required ESCR of the upstream event, or NETBURST_NONE */
    uint8_t vertical; /* PEBS_MATRIX_VERT */
    uint16_t mask;    /* event mask of the upstream event */
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

/* Returns whether text[length] is this name, ignoring letter case. */
bool netburst_is(const char *text, size_t length, const char *name);

/* Find by name, ignoring letter case; NULL: not found. */
const struct netburst_event *netburst_find_event(const char *name, size_t length);
const struct netburst_tagged *netburst_find_tagged(const char *name, size_t length);

/* The event that this select means in this ESCR; NULL: none is documented. */
const struct netburst_event *netburst_event_at(unsigned escr, unsigned select);

/* The part after `part`, or the first one for NULL; NULL after the last. */
const struct netburst_mask *netburst_next_part(const struct netburst_event *event,
                                               const struct netburst_mask *part);

/* All bits of its event mask that have names. */
uint16_t netburst_all_masks(const struct netburst_event *event);
