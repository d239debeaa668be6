/*
 * SPDX-License-Identifier: MIT
 * Assigns events to counters and ESCRs on a Pentium 4, and decides whether a set fits together.
 *
 * An event can be selected in one or two ESCRs. An ESCR holds one value and can be read by the
 * counters of its block and side; settings with equal values share it. A count by tags needs a
 * second ESCR, with a counter, for its upstream event. There are four execution tags, which are
 * assigned here. All counts tagged by replays must agree on PEBS_ENABLE and PEBS_MATRIX_VERT.
 * ioq_active_entries also needs FSB_ESCR0, and bsq_active_entries BSU_ESCR0, with the same parts.
 * A cascaded count is placed on a counter that the count requested before it can start.
 */
#pragma once

#include "pmc/netburst/netburst_count.h"

/* All register values of one set of events. */
struct netburst_plan {
    uint64_t escrs;                        /* ESCRs that are written, as a mask */
    uint32_t counters;                     /* counters that are used, as a mask */
    uint32_t escr[NETBURST_ESCRS];         /* values */
    uint32_t cccr[NETBURST_COUNTERS];      /* values */
    uint32_t after[NETBURST_COUNTERS];     /* increments until overflow; 0: starts from 0 */
    uint8_t escr_of[NETBURST_COUNTERS];    /* the ESCR that each counter reads */
    uint8_t counted_by[NETBURST_COUNTERS]; /* the counter of counts[i] */
    uint8_t user[NETBURST_COUNTERS];       /* the i that uses each counter */
    uint8_t escr_user[NETBURST_ESCRS];     /* the i that uses each ESCR, or one of several */
    uint32_t upstream;                     /* counters that only enable an ESCR's tagging */
    uint32_t enable, vertical;             /* PEBS_ENABLE, PEBS_MATRIX_VERT */
};

/*
 * Assigns all n counts, which must have been read for this machine. Returns 0 if they fit; every
 * set that can fit is accepted. Otherwise returns the number, from 1, of the first that does not
 * fit together with those before it, and a message in error[size] about what prevents it. `error`
 * may be NULL with size 0.
 */
unsigned netburst_assign(const struct netburst_machine *machine,
                         const struct netburst_count counts[], unsigned n,
                         struct netburst_plan *plan, char *error, size_t size);

/* As above without a message: returns whether they fit. */
bool netburst_fits(const struct netburst_machine *machine, const struct netburst_count counts[],
                   unsigned n, struct netburst_plan *plan);
