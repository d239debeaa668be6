/*
 * SPDX-License-Identifier: MIT
 * What every real chip of a counter family has in common, by which an emulator can be recognised.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A range of hundredths of a clock. */
struct clock_range {
    uint16_t least, most;
};

struct chip_facts {
    uint32_t features;       /* CPUID 1, EDX: bits that all of them report */
    uint16_t most_mhz;       /* above the fastest that was sold */
    struct clock_range nop;  /* clocks of a NOP in a long row of them */
    struct clock_range imul; /* latency of IMUL r32, r32 */
    const uint32_t *msrs;    /* registers that can be read, apart from the counters */
    unsigned n_msrs;
    /* Returns whether a selector retains bits that do not exist; NULL: not known. */
    bool (*retains_undefined_bits)(void);
};
