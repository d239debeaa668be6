/*
 * SPDX-License-Identifier: MIT
 * The 18 counters of a Pentium 4, their CCCRs and its 45 ESCRs, of one logical processor (SDM
 * volume 3, 18.15). A model tells clock by clock what happens; each counter looks at each clock.
 * What happens is on lines, numbered by the model; an ESCR puts some of them through.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/counters/counters.h"

#define P4_COUNTERS 18
#define P4_ESCRS    45
#define P4_LINES    64
#define P4_BITS     40 /* of a counter */

/* ESCR (18.15.1). Bits 1 and 0 are a second logical processor's: kept, and do nothing. */
#define ESCR_USR           (1u << 2) /* CPL 1 to 3 */
#define ESCR_OS            (1u << 3) /* CPL 0 */
#define ESCR_TAG_ENABLE    (1u << 4)
#define ESCR_TAG(value)    ((value) >> 5 & 15u)
#define ESCR_MASK(value)   ((value) >> 9 & 0xffffu)
#define ESCR_SELECT(value) ((value) >> 25 & 63u)
#define ESCR_RESERVED      0x80000000u

/* CCCR (18.15.3). */
#define CCCR_EXTENDED         (1u << 11) /* cascade by another counter than bit 30's */
#define CCCR_ENABLE           (1u << 12)
#define CCCR_ROUTING(value)   ((value) >> 13 & 7u)
#define CCCR_THREADS          (3u << 16) /* all set: any */
#define CCCR_COMPARE          (1u << 18) /* the four below hold only with it */
#define CCCR_COMPLEMENT       (1u << 19)
#define CCCR_THRESHOLD(value) ((value) >> 20 & 15u)
#define CCCR_EDGE             (1u << 24)
#define CCCR_FORCE_OVF        (1u << 25)
#define CCCR_OVF_PMI          (1u << 26)
#define CCCR_CASCADE          (1u << 30)
#define CCCR_OVF              (1u << 31)
#define CCCR_RESERVED         0x380007ffu

/* ESCRs by their names without MSR_, as P4_CRU_ESCR0. */
enum {
#define COUNTER(number, name, cccr, block, side, cascade, extended)
#define ESCR(name, address, routing, block, side, models) P4_##name,
#include "pmc/netburst/netburst_registers.def"
#undef COUNTER
#undef ESCR
};

/* A set of lines, a bit each. */
typedef uint64_t p4_lines;

/* What happened in a clock: so many events on each line that is in `any`. */
struct p4_clock {
    p4_lines any;
    uint8_t events[P4_LINES];
};

/* What differs between them. Errata: p4_facts N15 and N17, Linux's comments, SDM 18.15.5.7. */
struct p4_family {
    bool extended_cascade;   /* models from 2 on */
    bool iq_escrs;           /* models up to 2 */
    bool reserved_faults;    /* setting a reserved bit raises #GP; else it stays 0 */
    bool any_threads;        /* CCCR bits 17 and 16 need not be set, as on early ones */
    bool late_interrupt;     /* it comes with the event behind the overflow */
    bool cascade_interrupts; /* a counter that runs by cascade interrupts too */
    bool erratum_write; /* N15: a write while the low half carries adds that to the upper bits */
    bool erratum_stop;  /* N17: stopped in the clock in which the low half carries it loses 2^32 */
    bool erratum_dead_cccr1; /* counter 1's enable bit does nothing */
};

struct p4_source {
    /* The lines that an ESCR with that event select and event mask puts through. */
    p4_lines (*lines)(void *model, unsigned escr, unsigned select, unsigned mask);
    /* Whether that event of that ESCR is counted in all rings, whichever are asked for; NULL: none
     * is. */
    bool (*any_ring)(void *model, unsigned escr, unsigned select);
    void *model;
};

struct p4_counter {
    uint64_t value;
    uint64_t reset; /* what it goes on from behind an overflow, ... */
    bool reloads;   /* ... where that stores a sample: it sets no OVF and starts nobody */
    uint32_t cccr;
    bool cascaded; /* started by another's overflow */
    bool due;      /* an overflow's interrupt comes with the next event */
    bool held;     /* the filter's answer in the clock before */
    bool carried;  /* in the last clock the low half did, by what was added */
    uint8_t input; /* events in the last clock */
    int64_t overflows;
    p4_lines lines; /* that it adds up now; none where it does not run */
    bool running;
};

struct p4_counters {
    struct p4_family family;
    struct p4_source source;
    unsigned ring;
    bool running;        /* some counter */
    unsigned interrupts; /* a bit each, until they are asked for */
    uint32_t escr[P4_ESCRS];
    struct p4_counter counter[P4_COUNTERS];
};

void p4_reset(struct p4_counters *counters, const struct p4_family *family,
              const struct p4_source *source);

/* Another so many clocks, each like this one. */
void p4_clocks(struct p4_counters *counters, const struct p4_clock *clock, uint64_t clocks);

/* What is told from here on happens at that CPL. */
void p4_set_ring(struct p4_counters *counters, unsigned cpl);

/* What the ESCRs put through may have changed by another register of the model. */
void p4_update(struct p4_counters *counters);

/* 0, or -1 where this is none of these registers or a bit may not be set: #GP. */
int p4_read_msr(const struct p4_counters *counters, uint32_t msr, uint64_t *value);
int p4_write_msr(struct p4_counters *counters, uint32_t msr, uint64_t value);

/* RDPMC: counter ECX; with bit 31 its low 32 bits, faster. */
int p4_read_pmc(const struct p4_counters *counters, uint32_t index, uint64_t *value);

/* Whether a clock like that makes the counter overflow. */
bool p4_overflows(const struct p4_counters *counters, unsigned n, const struct p4_clock *clock);

/* The counters that interrupt since this was last asked, a bit each. */
unsigned p4_interrupted(struct p4_counters *counters);

/* Whether tags that this ESCR gives flow: it selects an event, and an enabled counter is on it. */
bool p4_escr_is_used(const struct p4_counters *counters, unsigned escr);

struct counter_look p4_look(const struct p4_counters *counters, unsigned n);
