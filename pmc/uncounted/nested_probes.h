/*
 * SPDX-License-Identifier: MIT
 * Counts the probes of nested regions and measures what one costs inside a region.
 */
#pragma once

#include <stdint.h>

#include "pmc/region.h"

/*
 * The routine that probe reads call (READ_BY_CALL) in a run that counts nested probes. ECX holds
 * this address plus the counter's number.
 * The near counter returns the number of begins so far, the far one the number of ends; each probe
 * is counted at its second read. A region's near sum is therefore the number of begins in it, and
 * its far sum the number of ends, its own end included.
 * EBX, ESI, EDI, the flags and the stack contents are preserved. It needs no more stack than an end
 * probe.
 */
extern const uint8_t nested_probe_read[];

struct nested_trace {
    uint32_t second, first;                    /* 1 and 0 at a probe's second read, else 0 and 1 */
    uint32_t begins_and_ends[REGION_COUNTERS]; /* counts so far */
    uint32_t first_slot;                       /* address of the first region's slot, or 0 */
};

extern struct nested_trace nested_probe_trace;

/* Initial value at the start of a run. */
#define NESTED_PROBE_TRACE_START ((struct nested_trace){.second = 0, .first = 1})

/*
 * The regions of nested_probe_regions(). Each is entered once, with its probes in the caches,
 * except the one whose probes are nested.
 */
enum {
    NESTED_PROBE_EMPTY,
    NESTED_PROBE_PADDING, /* only the padding before the nested begin of NESTED_PROBE_BEGIN */
    NESTED_PROBE_BEGIN,   /* the padding, then a begin of another region */
    NESTED_PROBE_END,     /* an end of another region */
    NESTED_PROBE_INNER,   /* that other region, entered once before and once in them */
    NESTED_PROBE_REGIONS,
};

void nested_probe_regions(void);
