/*
 * SPDX-License-Identifier: MIT
 * Finds accesses of probes to the stack that miss L1 because the stack was displaced, and measures
 * what they add to a count.
 */
#pragma once

#include <stdint.h>

#include "pmc/region.h"

/*
 * The routine that probe reads call (READ_BY_CALL) in a run that finds such accesses. ECX holds
 * this address plus the counter's number. It reads counters with the instructions of `.called`, as
 * patched by probe_reads_patch_called(): one that counts data_read_miss in the ring of the
 * benchmark. A region's near sum is the number of stores that missed between its reads, those of
 * its end's PUSHA; its far sum is the number of lines that missed there and were read again, those
 * of its begin's POPA. All accesses of other regions' probes inside it are included. EBX, the flags
 * and the stack are preserved. It needs no more stack than an end probe.
 */
extern const uint8_t displaced_probe_read[];

struct displaced_trace {
    uint32_t second, missed, reloaded, lines, pushf, number; /* 0 at the start of a run */
};

extern struct displaced_trace displaced_probe_trace;

#define DISPLACED_PROBE_STORES 8 /* of PUSHA */
#define DISPLACED_PROBE_LINES  2 /* of them, in a region of displaced_probe_regions() */

/* The regions of displaced_probe_regions(). Each is entered once, with its probes in the caches. */
enum {
    DISPLACED_PROBE_EMPTY,
    DISPLACED_PROBE_ELSEWHERE, /* displaces lines of L1 other than the stack's, before and in it */
    DISPLACED_PROBE_STACK,     /* the same code; displaces the stack in it: its end's stores miss */
    DISPLACED_PROBE_BEFORE,    /* the same code; displaces it before: its begin reads it again */
    DISPLACED_PROBE_REGIONS,
};

void displaced_probe_regions(void);
