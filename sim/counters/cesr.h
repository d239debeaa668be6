/*
 * SPDX-License-Identifier: MIT
 * The simulated CESR, CTR0 and CTR1 (Pentium Developer's Manual volume 3, chapter 33; SDM volume
 * 3, 18.23).
 */
#pragma once

#include "sim/counters/counters.h"

#define P5_COUNTER_COUNT 2

struct cesr_counters {
    uint32_t cesr;
    unsigned ring;         /* the CPL */
    unsigned write_bits;   /* bits of a write: 32, sign-extended, or all 40 */
    unsigned overflow_lag; /* clocks from an overflow to its pin */
    bool wide_select;      /* bits 10 and 26 of CESR are bit 6 of the event select */
    struct counter_source source;
    /* A counter's value is base plus the increase of its event's total since mark. */
    struct {
        uint64_t base, mark;
        int64_t overflows; /* carries out of base, up to the mark */
    } counter[P5_COUNTER_COUNT];
};

/*
 * Writes CESR; reserved bits stay 0. Codes from 40h on (wide selects) are not modelled and
 * count nothing. The new setting applies from now on.
 */
void cesr_select(struct cesr_counters *counters, uint32_t value);

/* From now on events happen at this CPL. */
void cesr_set_ring(struct cesr_counters *counters, unsigned cpl);

/* CTR0 and CTR1, 40 bits. */
uint64_t cesr_read(const struct cesr_counters *counters, unsigned n);
void cesr_write(struct cesr_counters *counters, unsigned n, uint64_t value);

/*
 * Returns whether CESR selects breakpoint matches (23h to 26h), which the interpreter must then
 * detect.
 */
bool cesr_wants_matches(const struct cesr_counters *counters);

/*
 * The same for FLOPs (22h), which do not count instructions with some exceptions: translated code
 * does not notice exceptions.
 */
bool cesr_wants_flops(const struct cesr_counters *counters);

struct counter_look cesr_look(const struct cesr_counters *counters, unsigned n);
