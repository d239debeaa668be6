/*
 * SPDX-License-Identifier: MIT
 * The 18 simulated counters of a Pentium 4, their CCCRs and its 45 ESCRs, for one logical
 * processor (SDM volume 3, 18.15). A model reports events clock by clock on numbered lines; an
 * ESCR selects some lines, and each counter evaluates each clock.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/counters/counters.h"

#define P4_COUNTERS 18
#define P4_ESCRS    45
#define P4_LINES    64
#define P4_BITS     40 /* bits of a counter */

/* ESCR (18.15.1). Bits 1 and 0 belong to a second logical processor: stored without effect. */
#define ESCR_USR           (1u << 2) /* CPL 1 to 3 */
#define ESCR_OS            (1u << 3) /* CPL 0 */
#define ESCR_TAG_ENABLE    (1u << 4)
#define ESCR_TAG(value)    ((value) >> 5 & 15u)
#define ESCR_MASK(value)   ((value) >> 9 & 0xffffu)
#define ESCR_SELECT(value) ((value) >> 25 & 63u)
#define ESCR_RESERVED      0x80000000u

/* CCCR (18.15.3). */
#define CCCR_EXTENDED         (1u << 11) /* cascade from a different counter than with bit 30 */
#define CCCR_ENABLE           (1u << 12)
#define CCCR_ROUTING(value)   ((value) >> 13 & 7u)
#define CCCR_THREADS          (3u << 16) /* both set: any */
#define CCCR_COMPARE          (1u << 18) /* enables the four fields below */
#define CCCR_COMPLEMENT       (1u << 19)
#define CCCR_THRESHOLD(value) ((value) >> 20 & 15u)
#define CCCR_EDGE             (1u << 24)
#define CCCR_FORCE_OVF        (1u << 25)
#define CCCR_OVF_PMI          (1u << 26)
#define CCCR_CASCADE          (1u << 30)
#define CCCR_OVF              (1u << 31)
#define CCCR_RESERVED         0x380007ffu

/* ESCRs by name without MSR_, such as P4_CRU_ESCR0. */
enum {
#define COUNTER(number, name, cccr, block, side, cascade, extended)
#define ESCR(name, address, routing, block, side, models) P4_##name,
#include "pmc/netburst/netburst_registers.def"
#undef COUNTER
#undef ESCR
};

/* A set of lines as a mask. */
typedef uint64_t p4_lines;

/* The events of one clock: their number for each line in `any`. */
struct p4_clock {
    p4_lines any;
    uint8_t events[P4_LINES];
};

/*
 * Properties that differ between models. Errata: N15 and N17 (specification update, p4_facts),
 * Linux's comments, SDM 18.15.5.7.
 */
struct p4_family {
    bool extended_cascade;   /* from model 2 on */
    bool iq_escrs;           /* up to model 2 */
    bool reserved_faults;    /* setting a reserved bit raises #GP; false: it stays 0 */
    bool any_threads;        /* CCCR bits 17 and 16 need not be set, as on early chips */
    bool late_interrupt;     /* the interrupt comes with the event after the overflow */
    bool cascade_interrupts; /* a counter started by a cascade interrupts too */
    bool erratum_write;      /* N15: a write while the low half carries adds the carry to the upper
                                bits */
    bool erratum_stop;       /* N17: a counter stopped in the clock in which its low half carries
                                loses 2^32 */
    bool erratum_dead_cccr1; /* counter 1's enable bit does nothing */
};

struct p4_source {
    /* The lines that an ESCR with this event select and event mask selects. */
    p4_lines (*lines)(void *model, unsigned escr, unsigned select, unsigned mask);
    /*
     * Returns whether this event of the ESCR is counted in all rings regardless of the rings
     * selected; NULL: no event is.
     */
    bool (*any_ring)(void *model, unsigned escr, unsigned select);
    void *model;
};

struct p4_counter {
    uint64_t value;
    uint64_t reset; /* value after an overflow */
    bool reloads;   /* at an overflow stores a sample, reloads `reset`, sets no OVF and starts no
                       other counter */
    uint32_t cccr;
    bool cascaded; /* started by another counter's overflow */
    bool due;      /* the interrupt of an overflow comes with the next event */
    bool held;     /* the filter's output in the clock before */
    bool carried;  /* the low half carried in the last clock, because of an increment */
    uint8_t input; /* events in the last clock */
    int64_t overflows;
    p4_lines lines; /* lines that it counts now; empty if it does not run */
    bool running;
};

struct p4_counters {
    struct p4_family family;
    struct p4_source source;
    unsigned ring;
    bool running;        /* at least one counter runs */
    unsigned interrupts; /* mask of counters that interrupt, until read */
    uint32_t escr[P4_ESCRS];
    struct p4_counter counter[P4_COUNTERS];
};

void p4_counters_reset(struct p4_counters *counters, const struct p4_family *family,
                       const struct p4_source *source);

/* Simulates `clocks` clocks, each with these events. */
void p4_counters_simulate(struct p4_counters *counters, const struct p4_clock *clock,
                          uint64_t clocks);

/* From now on clocks are at this CPL. */
void p4_counters_set_ring(struct p4_counters *counters, unsigned cpl);

/* Call it when another register of the model changes what ESCRs select. */
void p4_counters_update(struct p4_counters *counters);

/* Return 0, or -1 for #GP: not one of these registers, or a bit that must not be set. */
int p4_counter_msr_read(const struct p4_counters *counters, uint32_t msr, uint64_t *value);
int p4_counter_msr_write(struct p4_counters *counters, uint32_t msr, uint64_t value);

/* RDPMC: counter ECX; with bit 31 its low 32 bits, faster. */
int p4_counter_msr_rdpmc(const struct p4_counters *counters, uint32_t index, uint64_t *value);

/* Returns whether such a clock makes the counter overflow. */
bool p4_counters_would_overflow(const struct p4_counters *counters, unsigned n,
                                const struct p4_clock *clock);

/* Returns a mask of the counters that have interrupted since the last call. */
unsigned p4_counters_interrupted(struct p4_counters *counters);

/*
 * Returns whether tagging by this ESCR is active: it selects an event, and an enabled counter reads
 * it.
 */
bool p4_counters_escr_is_used(const struct p4_counters *counters, unsigned escr);

struct counter_look p4_counters_look(const struct p4_counters *counters, unsigned n);
