/*
 * SPDX-License-Identifier: MIT
 * Describes what one Pentium 4 counter counts, with conversion to and from its register values.
 */
#pragma once

#include "pmc/netburst/netburst_check.h"
#include "pmc/netburst/netburst_events.h"

/*
 * How a counter is started: by its enable bit, or by the overflow of the counter requested before
 * it.
 */
enum netburst_start {
    NETBURST_ENABLED,
    NETBURST_CASCADED, /* by CCCR bit 30 or bit 11, whichever its counter supports */
    NETBURST_BY_BIT_30,
    NETBURST_BY_BIT_11,
};

struct netburst_count {
    const struct netburst_event *event;   /* NULL: `select` belongs to no documented event */
    const struct netburst_tagged *tagged; /* tagged event, where `event` is the counting end; or
                                             NULL */
    uint16_t mask;                        /* event mask */
    uint8_t cpl;                          /* ESCR bits 3-0 */
    uint8_t tag;                          /* ESCR bits 8-4: the tags, then the enable bit */
    uint8_t select, routing;              /* of the event */
    uint8_t start;                        /* enum netburst_start */
    uint8_t counter;                      /* required counter; NETBURST_NONE: any */
    uint32_t filter;                      /* CCCR bits other than those of `start` and `routing` */
    bool second_only; /* counts no ring of the first logical processor, even if a setting names one
                       */
    uint32_t after;   /* overflows with this increment; 0: starts from 0 */
};

/* The `tag` of struct netburst_count from a sum of tags 1, 2, 4, 8. */
static inline unsigned netburst_tag(unsigned tags)
{
    return tags << 1 | 1;
}

uint32_t netburst_escr_value(const struct netburst_count *count);

/* Includes the enable bit or a cascade bit; neither for NETBURST_CASCADED. */
uint32_t netburst_cccr_value(const struct netburst_count *count);

/*
 * Decodes register values that have passed netburst_check_raw(). Returns 0, or -1 with a message in
 * error[size]: why they are nothing documented, and what was perhaps meant.
 */
int netburst_count_decode(const struct netburst_machine *machine, const struct netburst_raw *raw,
                          struct netburst_count *count, char *error, size_t size);

/*
 * Checks whether the count is possible on this machine, considering only the count itself: the
 * model, and rings for events that ignore them. Returns 0, or -1 with a message in error[size].
 */
int netburst_count_check(const struct netburst_machine *machine, const struct netburst_count *count,
                         char *error, size_t size);

/*
 * Returns whether ioq_allocation is only in FSB_ESCR0 and ignores rings: on models 0 and 1, and
 * below F27h.
 */
bool netburst_has_early_ioq(const struct netburst_machine *machine);

/*
 * The CCCR bit by which an overflow of counter `first` starts `second`, for a `start` of enum
 * netburst_start; 0: it cannot start it.
 */
uint32_t netburst_count_cascade_bit(const struct netburst_machine *machine, unsigned start,
                                    unsigned first, unsigned second);
