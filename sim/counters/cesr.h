/*
 * SPDX-License-Identifier: MIT
 * CESR, CTR0 and CTR1 (Pentium Developer's Manual volume 3, chapter 33; SDM volume 3, 18.23).
 */
#pragma once

#include "sim/counters/counters.h"

#define P5_COUNTER_COUNT 2

struct p5_counters {
    uint32_t cesr;
    unsigned ring;         /* the CPL */
    unsigned write_bits;   /* of a value written: 32, sign-extended, or all 40 */
    unsigned overflow_lag; /* clocks between an overflow and its pin */
    bool wide_select;      /* CESR 10 and 26 are bit 6 of an event select */
    struct counter_source source;
    /* A counter's value is base plus what its event's total gained since the mark. */
    struct {
        uint64_t base, mark;
        int64_t overflows; /* of base, up to the mark */
    } counter[P5_COUNTER_COUNT];
};

/*
 * CESR: reserved bits stay 0 whatever is written. With wide selects the codes from 40h on are none
 * of the model's: nothing is counted. What counts from here on is `value`'s.
 */
void p5_counters_select(struct p5_counters *counters, uint32_t value);

/* From here on events are those of that CPL. */
void p5_counters_set_ring(struct p5_counters *counters, unsigned cpl);

/* CTR0 and CTR1, 40 bits. */
uint64_t p5_counters_read(const struct p5_counters *counters, unsigned n);
void p5_counters_write(struct p5_counters *counters, unsigned n, uint64_t value);

/* Whether CESR asks for matches of breakpoints (23h to 26h), which then must be looked for. */
bool p5_counters_want_matches(const struct p5_counters *counters);

struct counter_look p5_counters_look(const struct p5_counters *counters, unsigned n);
