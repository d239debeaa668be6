/*
 * SPDX-License-Identifier: MIT
 * The registers that a set of events needs: one unit for each counter, and for each ESCR that is
 * set without a counter.
 */
#pragma once

#include "pmc/netburst/netburst_assign.h"

enum { NETBURST_MOST_UNITS = 3 * NETBURST_COUNTERS };

enum netburst_role {
    NETBURST_COUNTS,    /* counts a requested event */
    NETBURST_TAGS,      /* its upstream event, which also needs a counter */
    NETBURST_COMPANION, /* an ESCR that must have the same value, without a counter */
};

struct netburst_unit {
    uint32_t escr, cccr; /* values */
    uint32_t after;      /* as in netburst_count */
    uint32_t counters;   /* allowed counters, as a mask; 0 for a companion */
    uint8_t at[2];       /* allowed ESCRs; the second may be NETBURST_NONE */
    uint8_t role;        /* enum netburst_role */
    uint8_t start;       /* enum netburst_start */
    uint8_t starter;     /* the unit whose overflow starts it, or NETBURST_NONE */
    uint8_t of;          /* index of its count */
};

struct netburst_units {
    struct netburst_unit unit[NETBURST_MOST_UNITS]; /* unit[i] counts counts[i] */
    unsigned n;
    uint32_t enable, vertical;
};

/*
 * Derives the units of n <= NETBURST_COUNTERS events. Returns 0, or the number, from 1, of the
 * first whose tags conflict with those before it, with a message in error[size].
 */
unsigned netburst_units_of(const struct netburst_machine *machine,
                           const struct netburst_count counts[], unsigned n,
                           struct netburst_units *units, char *error, size_t size);
