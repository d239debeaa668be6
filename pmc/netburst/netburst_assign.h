/*
 * SPDX-License-Identifier: MIT
 * Which counters and ESCRs a set of events takes on a Pentium 4, where they fit together at all.
 *
 * An event can be selected in one or two ESCRs, each of which holds one value and can be read by
 * the counters of its block and side. Settings with equal values share an ESCR. What is counted by
 * tags takes a second ESCR with a counter on it, where an upstream event tags; execution tags are
 * given out, of which there are four; all that is tagged by replays has to want the same of
 * PEBS_ENABLE and PEBS_MATRIX_VERT. ioq_active_entries takes FSB_ESCR0, too, and bsq_active_entries
 * BSU_ESCR0, with the same parts. What is cascaded stands on a counter that the one asked for
 * before it can start.
 */
#pragma once

#include "pmc/netburst/netburst_count.h"

/* All register values of one set. */
struct netburst_plan {
    uint64_t escrs;                        /* those that are written, as a mask */
    uint32_t counters;                     /* likewise, with CCCRs */
    uint32_t escr[NETBURST_ESCRS];         /* values */
    uint32_t cccr[NETBURST_COUNTERS];      /* values */
    uint32_t after[NETBURST_COUNTERS];     /* increments to overflow; 0: it starts from 0 */
    uint8_t escr_of[NETBURST_COUNTERS];    /* the ESCR that each counter reads */
    uint8_t counted_by[NETBURST_COUNTERS]; /* the counter of counts[i] */
    uint8_t user[NETBURST_COUNTERS];       /* the i whose counter it is */
    uint8_t escr_user[NETBURST_ESCRS];     /* likewise, one of them */
    uint32_t upstream;                     /* counters that only keep an ESCR's tags flowing */
    uint32_t enable, vertical;             /* PEBS_ENABLE, PEBS_MATRIX_VERT */
};

/*
 * Assigns all n, each read on that machine. 0: they fit, and a set that fits is never refused. Else
 * the number, from 1, of the first that does not fit beside those before it, and in error[size]
 * what is in its way. error may be NULL with size 0.
 */
unsigned netburst_assign(const struct netburst_machine *machine,
                         const struct netburst_count counts[], unsigned n,
                         struct netburst_plan *plan, char *error, size_t size);

/* As above, but says nothing: whether they fit. */
bool netburst_fits(const struct netburst_machine *machine, const struct netburst_count counts[],
                   unsigned n, struct netburst_plan *plan);
