/*
 * SPDX-License-Identifier: MIT
 * Finds stores of end probes that miss L1 because the region displaced the stack, and measures
 * what they add to a count.
 */
#pragma once

#include <stdint.h>

#include "pmc/region.h"

/*
 * The routine that probe reads call (READ_BY_CALL) in a run that finds such stores. ECX holds this
 * address plus the counter's number. It reads counters with the instructions of `.called`, as
 * patched by probe_reads_patch_called(): one that counts data_read_miss in the ring of the
 * benchmark. A region's near sum is the number of its PUSHA's stores that missed; of a region that
 * contains others, theirs are included.
 * EBX, the flags and the stack are preserved. It needs no more stack than an end probe.
 */
extern const uint8_t displaced_probe_read[];

struct displaced_trace {
    uint32_t second, missed, before; /* 0 at the start of a run */
};

extern struct displaced_trace displaced_probe_trace;

#define DISPLACED_PROBE_STORES 8 /* of PUSHA */

/* The regions of displaced_probe_regions(). Each is entered once, with its probes in the caches. */
enum {
    DISPLACED_PROBE_EMPTY,
    DISPLACED_PROBE_ELSEWHERE, /* displaces lines of L1 other than the stack's */
    DISPLACED_PROBE_STACK,     /* the same code; displaces the stack, so all stores miss */
    DISPLACED_PROBE_REGIONS,
};

void displaced_probe_regions(void);
