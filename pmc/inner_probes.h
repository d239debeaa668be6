/*
 * SPDX-License-Identifier: MIT
 * Probes of other regions that run inside a region: how many of them a run makes, and regions that
 * tell what one costs there.
 */
#pragma once

#include <stdint.h>

#include "pmc/region.h"

/*
 * What reads call in a run that looks for such probes (READ_BY_CALL), in ECX this plus the
 * counter's number. The near counter is the number of begins so far, the far one that of ends, each
 * counted at its probe's second read. So the near sum of a region is the number of begins in it,
 * and the far sum that of ends, its own included. EBX, ESI, EDI, the flags and what lies on the
 * stack are kept; no more of the stack is used than an end uses.
 */
extern const uint8_t inner_read[];

struct inner_trace {
    uint32_t second, first;                    /* at a probe's second read 1 and 0, else 0 and 1 */
    uint32_t begins_and_ends[REGION_COUNTERS]; /* so far */
};

extern struct inner_trace inner_trace;

/* As a run must find it. */
#define INNER_TRACE_START ((struct inner_trace){.second = 0, .first = 1})

/* Regions of inner_regions(), each entered once, its probes in the caches. */
enum {
    INNER_EMPTY,
    INNER_PADDING, /* what is in front of the other region's begin in the next one */
    INNER_BEGIN,   /* that padding, and a begin of another region */
    INNER_END,     /* an end of another region */
    INNER_REGIONS,
};

void inner_regions(void);
