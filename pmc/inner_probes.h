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
extern const uint8_t inner_read[];

struct inner_trace {
    uint32_t second, first;                    /* 1 and 0 at a probe's second read, else 0 and 1 */
    uint32_t begins_and_ends[REGION_COUNTERS]; /* counts so far */
};

extern struct inner_trace inner_trace;

/* Initial value at the start of a run. */
#define INNER_TRACE_START ((struct inner_trace){.second = 0, .first = 1})

/* The regions of inner_regions(). Each is entered once, with its probes in the caches. */
enum {
    INNER_EMPTY,
    INNER_PADDING, /* only the padding before the nested begin of INNER_BEGIN */
    INNER_BEGIN,   /* the padding, then a begin of another region */
    INNER_END,     /* an end of another region */
    INNER_REGIONS,
};

void inner_regions(void);
