/*
 * SPDX-License-Identifier: MIT
 * Selects the instruction with which region probes read a counter.
 * Each read is listed in .probes (pmc/region.h) and linked as MOV ECX, counter number, then RDMSR:
 * 7 bytes. The immediate and the last two bytes are patched.
 */
#pragma once

#include <stdint.h>

#include "pmc/pmc.h"
#include "pmc/region.h"

/* The instruction, and the contents of ECX (Intel SDM volume 2). */
enum probe_read {
    READ_BY_RDMSR, /* 0F 32, ECX the register: in ring 0 of every processor with MSRs */
    READ_BY_GATE,  /* CD 32, INT 32h: the kernel's gate executes RDMSR for ring 3 */
    READ_BY_RDPMC, /* 0F 33, ECX 0 or 1: from the P55C on; in ring 3 too where CR4.PCE is set */
    READ_BY_RDTSC, /* 0F 31: the time-stamp counter instead of a counter, in any ring */
    READ_BY_CALL,  /* FF D1, CALL ECX, where ECX holds an address plus the counter's number:
                      finds facts about probes in an uncounted run (pmc/uncounted/); in any ring */
    READINGS,
};

/* The name in records: rdmsr, gate, rdpmc, rdtsc. Records never contain `call`. */
const char *probe_reads_name(enum probe_read reading);

/*
 * Patches every read listed in .probes to this kind; no benchmark may be running. `first_msr` is
 * the register of counter 0, as in struct pmc, or for READ_BY_CALL the address to call.
 */
void probe_reads_patch(enum probe_read reading, uint32_t first_msr);

/*
 * Patches the reads of loaded code, which are listed from `start` to `end` as in .probes and are as
 * linked, together with those of .probes from now on. NULL: no longer.
 */
void probe_reads_add_loaded(uint8_t *const *start, uint8_t *const *end);

/*
 * Patches the reads of the first n counters, or of the n counters in counter[] if it is not NULL,
 * in the way that the processor needs: in the probes, or in the routine that they call. Probes that
 * read two counters themselves read the counter `near`, 0 or 1, next to the measured code.
 */
void probe_reads_set(const struct pmc *pmc, enum probe_read reading, unsigned near, unsigned n,
                     const uint8_t counter[]);

/* Starts a run: discards what was read before. */
void probe_reads_reset(void);

/*
 * Reads counter 1, which is stopped, by RDPMC; returns -1 if that faults. The probes use RDMSR
 * afterwards.
 */
int probe_reads_try_rdpmc(const struct pmc *pmc, uint32_t *value);

/* ---- called reads ----------------------------------------------------------------------------

If a processor has more than two counters or executes out of order, the probes call a routine
that reads all counters in one place, between two serialising instructions (called_probes.asm). The
cost of that is calibrated like all overhead.  */

/*
 * The routine that every read of .probes calls: it reads counters 0 and 1, or 0 to 3. ECX holds
 * this address for the near counter (0), the next one for the far counter. It destroys ESI, EDI and
 * EBP, which the probes restore.
 */
extern const uint8_t called_read_2[], called_read_4[];

/* Counts of counters 2 and 3 by region; a region's first begin of a run clears the sums. */
struct called_region {
    uint64_t begin[2];
    uint64_t sum[2]; /* differences modulo 2^40 */
};

extern struct called_region called_regions[REGIONS + 1];

/*
 * The routine for a list of counters, where a pass may use any of many: counter_list_probes.asm in
 * pmc/netburst/counters. The sums are in COUNTER_LIST_BYTES of memory that is allocated separately
 * and that ring 3 may use. Weak: a small image does not link it.
 */
extern const uint8_t counter_list_read[] __attribute__((weak));

#define COUNTER_LIST_MOST   PMC_MAX_COUNTERS
#define COUNTER_LIST_BEYOND (COUNTER_LIST_MOST - REGION_COUNTERS)
struct counter_list_region {
    uint64_t begin[COUNTER_LIST_BEYOND];
    uint64_t sum[COUNTER_LIST_BEYOND];
};
#define COUNTER_LIST_BYTES ((REGIONS + 1) * sizeof(struct counter_list_region))
extern struct counter_list_region *counter_list_regions __attribute__((weak));

/*
 * Sets the list of counters that the probes read, if they read a list, with the current
 * instruction.
 */
void probe_reads_set_list(unsigned n, const uint8_t counter[]);

/*
 * counter_list_set() patches the list to this instruction, with `first` in ECX for counter 0;
 * counter_list_reset() is its probe_reads_reset().
 */
void counter_list_set(const uint8_t opcode[2], uint32_t first, unsigned n, const uint8_t counter[])
    __attribute__((weak));
void counter_list_reset(void) __attribute__((weak));

/* The value at a region's last begin, and the region's sum, by index in the pass. */
uint64_t probe_reads_begin(unsigned region, unsigned place);
uint64_t probe_reads_sum(unsigned region, unsigned place);

/* The destination of the next reads: the begin's slot, otherwise `latest`. */
extern struct called_reads {
    struct region latest;
    struct called_region latest_called;
    struct region *to;
    struct called_region *to_called;
} called_reads;

/*
 * Patches the reads in called routines. displaced_probes.asm reads the counter `near`.
 * Only for processors whose probes read the counters themselves.
 */
void probe_reads_patch_called(enum probe_read reading, uint32_t first_msr, unsigned near);

/* The addresses of the reads in called routines, which are patched like those of .probes. */
extern uint8_t *const called_start[], *const called_end[];
