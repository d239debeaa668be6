/*
 * SPDX-License-Identifier: MIT
 * What one counter of a Pentium 4 is to count, and the register values that say so, both ways.
 */
#pragma once

#include "pmc/netburst/netburst_check.h"
#include "pmc/netburst/netburst_events.h"

/* What has a counter start: its own enable bit, or the overflow of the one asked for before it. */
enum netburst_start {
    NETBURST_ENABLED,
    NETBURST_CASCADED, /* by CCCR bit 30 or bit 11, whichever its counter can */
    NETBURST_BY_BIT_30,
    NETBURST_BY_BIT_11,
};

struct netburst_count {
    const struct netburst_event *event;   /* NULL: `select` is no documented event's */
    const struct netburst_tagged *tagged; /* both ends: event is the counting one; or NULL */
    uint16_t mask;                        /* event mask */
    uint8_t cpl;                          /* ESCR bits 3-0 */
    uint8_t tag;                          /* ESCR bits 8-4: the tags, and below them enable */
    uint8_t select, routing;              /* the event's */
    uint8_t start;                        /* enum netburst_start */
    uint8_t counter;                      /* the one it has to be on; NETBURST_NONE: any */
    uint32_t filter;                      /* CCCR bits that are none of start's and routing's */
    uint32_t after;                       /* overflows with that increment; 0: it starts from 0 */
};

/* Of struct netburst_count, from tags 1, 2, 4, 8, added up. */
static inline unsigned netburst_tag(unsigned tags)
{
    return tags << 1 | 1;
}

uint32_t netburst_escr_value(const struct netburst_count *count);

/* With the enable bit or a cascade's; of NETBURST_CASCADED with neither. */
uint32_t netburst_cccr_value(const struct netburst_count *count);

/*
 * What registers count, of which netburst_check_raw() approves. 0; or -1 and why it is nothing that
 * a document names, with what was perhaps meant.
 */
int netburst_decode(const struct netburst_machine *machine, const struct netburst_raw *raw,
                    struct netburst_count *count, char *error, size_t size);

/*
 * Whether the event can be counted so there, as far as it alone says: model, and rings of events
 * that ignore them. 0, or -1 and why not.
 */
int netburst_check_count(const struct netburst_machine *machine, const struct netburst_count *count,
                         char *error, size_t size);

/* ioq_allocation on a model 0 or 1, or one below F27h: in FSB_ESCR0 alone, rings ignored. */
bool netburst_has_early_ioq(const struct netburst_machine *machine);

/*
 * The CCCR bit by which an overflow of counter `first` starts `second`, as enum netburst_start
 * wants it; 0: it does not.
 */
uint32_t netburst_cascade_bit(const struct netburst_machine *machine, unsigned start,
                              unsigned first, unsigned second);
