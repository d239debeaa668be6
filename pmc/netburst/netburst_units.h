/*
 * SPDX-License-Identifier: MIT
 * What a set of events needs of the registers: one unit for each counter, and for each ESCR that is
 * set beside them.
 */
#pragma once

#include "pmc/netburst/netburst_assign.h"

enum { NETBURST_MOST_UNITS = 3 * NETBURST_COUNTERS };

enum netburst_role {
    NETBURST_COUNTS,    /* what is asked for */
    NETBURST_TAGS,      /* its upstream event, which needs a counter, too */
    NETBURST_COMPANION, /* an ESCR that has to be set alike, without a counter */
};

struct netburst_unit {
    uint32_t escr, cccr; /* values */
    uint32_t after;      /* as netburst_count's */
    uint32_t counters;   /* it may be on, as a mask; of a companion 0 */
    uint8_t at[2];       /* ESCRs; the second may be NETBURST_NONE */
    uint8_t role;        /* enum netburst_role */
    uint8_t start;       /* enum netburst_start */
    uint8_t starter;     /* the unit whose overflow starts it, or NETBURST_NONE */
    uint8_t of;          /* counts[of] */
};

struct netburst_units {
    struct netburst_unit unit[NETBURST_MOST_UNITS]; /* unit[i] is what counts counts[i] */
    unsigned n;
    uint32_t enable, vertical;
};

/*
 * The units of n <= NETBURST_COUNTERS events. 0, or the number, from 1, of the first whose tags
 * those before it exclude, and why.
 */
unsigned netburst_units_of(const struct netburst_machine *machine,
                           const struct netburst_count counts[], unsigned n,
                           struct netburst_units *units, char *error, size_t size);
