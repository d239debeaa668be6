/*
 * SPDX-License-Identifier: MIT
 * What the region probes read a counter with. Each read stands in .probes (pmc/region.h) and is
 * linked as MOV ECX, the counter's number, and RDMSR: 7 bytes, of which the immediate and the last
 * two are exchanged.
 */
#pragma once

#include <stdint.h>

#include "pmc/pmc.h"
#include "pmc/region.h"

/* The instruction, and what ECX holds for it (Intel SDM volume 2). */
enum reading {
    READ_BY_RDMSR, /* 0F 32, ECX the register: in ring 0 of every processor with MSRs */
    READ_BY_GATE,  /* CD 32, INT 32h, through whose gate the kernel does the RDMSR for ring 3 */
    READ_BY_RDPMC, /* 0F 33, ECX 0 or 1: from the P55C on; in ring 3 too where CR4.PCE is set */
    READ_BY_RDTSC, /* 0F 31: the time-stamp counter in place of either, in any ring */
    READ_BY_CALL,  /* FF D1, CALL ECX, which holds an address and that counter's number: no counter
                      is read, but probes are counted (pmc/inner_probes.h); in any ring */
    READINGS,
};

/* As the wire has it: rdmsr, gate, rdpmc, rdtsc; `call` is never there. */
const char *reading_name(enum reading reading);

/*
 * Makes every read that .probes lists one of that kind; no benchmark may be running. `first_msr` is
 * counter 0's register, as struct pmc has it, and for READ_BY_CALL the address that is called.
 */
void reading_exchange(enum reading reading, uint32_t first_msr);

/*
 * The same for what reads the first n counters, or where counter[] is not NULL those n, as pmc's
 * processor has to: the probes, or what they call.
 */
void reading_set(const struct pmc *pmc, enum reading reading, unsigned n, const uint8_t counter[]);

/* A run begins: what was read before is nothing to it. */
void reading_reset(void);

/* Counter 1 at rest, read by RDPMC; -1 where that faults. The probes read by RDMSR behind it. */
int reading_try_rdpmc(const struct pmc *pmc, uint32_t *value);

/* ---- called reads ----------------------------------------------------------------------------
 *
 * Where a processor has more than two counters, or executes out of order, the probes call what
 * reads them all in one place, between two serialising instructions (called_probes.asm). What that
 * costs is calibrated like all else.
 */

/*
 * What every read of .probes calls, in ECX this address for the near counter (0), the next one for
 * the far one: reads counters 0 and 1, or 0 to 3. ESI, EDI and EBP are lost, which probes restore.
 */
extern const uint8_t called_read_2[], called_read_4[];

/* What counters 2 and 3 have added up to, by region; cleared by a region's first begin of a run. */
struct called_region {
    uint64_t begin[2];
    uint64_t sum[2]; /* differences modulo 2^40 */
};

extern struct called_region called_regions[REGIONS + 1];

/*
 * What is called for a list of counters, where passes take any of many: listed_probes.asm in
 * pmc/netburst/counters. What they add up to lies in memory that is found for it, of so many bytes,
 * which ring 3 may use. Weak: a small image has none of it.
 */
extern const uint8_t listed_read[] __attribute__((weak));

#define LISTED_MOST   PMC_MAX_COUNTERS
#define LISTED_BEYOND (LISTED_MOST - REGION_COUNTERS)
struct listed_region {
    uint64_t begin[LISTED_BEYOND];
    uint64_t sum[LISTED_BEYOND];
};
#define LISTED_BYTES ((REGIONS + 1) * sizeof(struct listed_region))
extern struct listed_region *listed_regions __attribute__((weak));

/* Has the probes read these, where they read a list, in the way that they do. */
void reading_list(unsigned n, const uint8_t counter[]);

/* Reads these by that instruction, ECX being `first` for counter 0; and as reading_reset(). */
void listed_set(const uint8_t opcode[2], uint32_t first, unsigned n, const uint8_t counter[])
    __attribute__((weak));
void listed_reset(void) __attribute__((weak));

/* What a region's begin read last, and what it has added up to, by place in a pass. */
uint64_t reading_begin(unsigned region, unsigned place);
uint64_t reading_sum(unsigned region, unsigned place);

/* Where the next reads go: what a begin says, else back to the end. */
extern struct called_reads {
    struct region latest;
    struct called_region latest_called;
    struct region *to;
    struct called_region *to_called;
} called_reads;

/* Where the reads stand; pmc/reading.h says what is put in their place. */
extern uint8_t *const called_start[], *const called_end[];
