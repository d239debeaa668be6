/*
 * SPDX-License-Identifier: MIT
 * The registers of the Pentium 4's counters (Intel SDM volume 3B of 2016, 18.15 and 18.16). An
 * ESCR selects an event; a CCCR routes an ESCR to its counter and filters it. Without
 * Hyper-Threading, bits that belong to the second logical processor are reserved.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define NETBURST_COUNTERS 18
#define NETBURST_ESCRS    45
#define NETBURST_NONE     0xFF /* no counter, no ESCR */

#define MSR_NETBURST_COUNTER0 0x300u /* to 311h, 40 bits each */
#define MSR_NETBURST_CCCR0    0x360u /* to 371h */
#define MSR_PEBS_ENABLE       0x3F1u
#define MSR_PEBS_MATRIX_VERT  0x3F2u

/* ESCR, 18.15.1 and 18.16.2. T0 is the first logical processor, or the only one. */
#define ESCR_T1_USR       (1u << 0)
#define ESCR_T1_OS        (1u << 1)
#define ESCR_T0_USR       (1u << 2) /* CPL 1 to 3 */
#define ESCR_T0_OS        (1u << 3) /* CPL 0 */
#define ESCR_TAG_ENABLE   (1u << 4)
#define ESCR_TAG_SHIFT    5 /* four bits: execution tags */
#define ESCR_MASK_SHIFT   9 /* sixteen bits: event mask */
#define ESCR_SELECT_SHIFT 25
#define ESCR_RESERVED     (1u << 31)

/* CCCR, 18.15.3 and 18.16.3. */
#define CCCR_RESERVED        0x300007FFu
#define CCCR_EXTENDED        (1u << 11) /* cascade by another counter; models from 2 on */
#define CCCR_ENABLE          (1u << 12)
#define CCCR_ROUTING_SHIFT   13
#define CCCR_ACTIVE_SHIFT    16
#define CCCR_ACTIVE          (3u << CCCR_ACTIVE_SHIFT) /* any; required without threads */
#define CCCR_COMPARE         (1u << 18)                /* enables the four fields below */
#define CCCR_COMPLEMENT      (1u << 19) /* passes at or below the threshold, not above it */
#define CCCR_THRESHOLD_SHIFT 20
#define CCCR_THRESHOLD       (15u << CCCR_THRESHOLD_SHIFT)
#define CCCR_EDGE            (1u << 24)
#define CCCR_FORCE_OVF       (1u << 25) /* overflows at each increment */
#define CCCR_OVF_PMI         (1u << 26) /* interrupts the first logical processor */
#define CCCR_OVF_PMI_T1      (1u << 27) /* interrupts the second */
#define CCCR_CASCADE         (1u << 30)
#define CCCR_OVF             (1u << 31)

/* PEBS_ENABLE: 18.15.7.1, Table 18-65. Bit 25 enables hardware sampling and is not for counting. */
#define PEBS_REPLAYS           0x00018607u /* replay tags: bits 0, 1, 2, 9, 10, 15, 16 */
#define PEBS_UOP_TAG           (1u << 24)
#define PEBS_SAMPLING          (1u << 25)
#define PEBS_VERTICAL_MEMORY   0x03u /* PEBS_MATRIX_VERT: loads, stores, or both */
#define PEBS_VERTICAL_BRANCHES 0x10u /* PEBS_MATRIX_VERT: branches alone */

/*
 * The registers that a program may set: see P5_SETTABLE. The last ranges are the ESCRs. Hardware
 * sampling would write to memory.
 */
#define NETBURST_SETTABLE                                                                          \
    {MSR_NETBURST_COUNTER0, NETBURST_COUNTERS, 0},                                                 \
        {MSR_NETBURST_CCCR0, NETBURST_COUNTERS, CCCR_OVF_PMI | CCCR_OVF_PMI_T1},                   \
        {MSR_PEBS_ENABLE, 2, PEBS_SAMPLING}, {0x3A0, 0x1F, 0}, {0x3C0, 6, 0}, {0x3C8, 6, 0},       \
    {                                                                                              \
        0x3E0, 2, 0                                                                                \
    }

/* CPUID models of family 15, as a mask. */
#define NETBURST_MODELS_TO_2   0x07u
#define NETBURST_MODELS_FROM_3 0x58u
#define NETBURST_MODELS_ALL    0x5Fu

enum netburst_block { NETBURST_BPU, NETBURST_MS, NETBURST_FLAME, NETBURST_IQ, NETBURST_BLOCKS };

enum {
#define COUNTER(number, name, cccr, block, side, cascade, extended)
#define ESCR(name, address, routing, block, side, models) NETBURST_##name,
#include "pmc/netburst/netburst_registers.def"
#undef COUNTER
#undef ESCR
};

struct netburst_counter {
    const char *name, *cccr;
    uint8_t block, side;
    uint8_t cascade_from, extended_from; /* counters, or NETBURST_NONE */
};

struct netburst_escr {
    const char *name;
    uint16_t address;
    uint8_t routing, block, side;
    uint8_t models; /* mask */
};

extern const struct netburst_counter netburst_counters[NETBURST_COUNTERS];
extern const struct netburst_escr netburst_escrs[NETBURST_ESCRS];

/* The counters that can read an ESCR, as a mask. */
uint32_t netburst_registers_reach(unsigned escr);

/* The ESCR that this routing value selects for a counter; NETBURST_NONE: none. */
unsigned netburst_escr_at(unsigned counter, unsigned routing);
