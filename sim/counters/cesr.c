/*
 * SPDX-License-Identifier: MIT
 * Simulates the P5's counters. Events only add to their totals; a counter's value is derived from
 * its total and the value it had when it was last set.
 */
#include "sim/counters/cesr.h"

#include "pmc/p5/p5_events.h"

/* CESR: one half for each counter, 16 bits apart (SDM volume 3, 18.23). */
#define CESR_HALF_SHIFT      16
#define CESR_EVENT           0x003fu
#define CESR_RING_0_TO_2     0x0040u
#define CESR_RING_3          0x0080u
#define CESR_CLOCKS          0x0100u
#define CESR_PIN_ON_OVERFLOW 0x0200u
#define CESR_EVENT_6         0x0400u /* 6x86MX only: pmc/p5/p5_registers.h */
#define CESR_IMPLEMENTED     0x03ff03ffu
#define CESR_WIDE            (CESR_EVENT_6 | CESR_EVENT_6 << CESR_HALF_SHIFT)

#define COUNTER_BITS 40
#define COUNTER_MASK ((1ull << COUNTER_BITS) - 1)

static uint32_t half_of_cesr(const struct cesr_counters *counters, unsigned n)
{
    return counters->cesr >> (n * CESR_HALF_SHIFT);
}

static uint64_t cesr_selected_total(const struct cesr_counters *counters, unsigned n)
{
    const uint32_t half = half_of_cesr(counters, n);
    const struct counter_source *source = &counters->source;

    if (half & CESR_CLOCKS)
        return source->clocks(source->model, n);
    return half & CESR_EVENT_6 ? 0 : source->event(source->model, half & CESR_EVENT, n);
}

/* Returns whether a counter counts one of the events from `first` to `last`. */
static bool cesr_wants(const struct cesr_counters *counters, uint32_t first, uint32_t last)
{
    for (unsigned n = 0; n < P5_COUNTER_COUNT; n++) {
        const uint32_t half = half_of_cesr(counters, n), event = half & CESR_EVENT;

        if (event >= first && event <= last && (half & (CESR_RING_0_TO_2 | CESR_RING_3)) &&
            !(half & (CESR_CLOCKS | CESR_EVENT_6)))
            return true;
    }
    return false;
}

bool cesr_wants_matches(const struct cesr_counters *counters)
{
    return cesr_wants(counters, P5_breakpoint_match_DR0, P5_breakpoint_match_DR3);
}

bool cesr_wants_flops(const struct cesr_counters *counters)
{
    return cesr_wants(counters, P5_flops, P5_flops);
}

static bool cesr_counts_now(const struct cesr_counters *counters, unsigned n)
{
    return half_of_cesr(counters, n) & (counters->ring == 3 ? CESR_RING_3 : CESR_RING_0_TO_2);
}

/*
 * Includes carries out of bit 39. Intermediate differences may be negative, since arithmetic is
 * modulo 2^64.
 */
static int64_t cesr_counter_sum(const struct cesr_counters *counters, unsigned n)
{
    uint64_t value = counters->counter[n].base;

    if (cesr_counts_now(counters, n))
        value += cesr_selected_total(counters, n) - counters->counter[n].mark;
    return (int64_t)value;
}

uint64_t cesr_read(const struct cesr_counters *counters, unsigned n)
{
    return (uint64_t)cesr_counter_sum(counters, n) & COUNTER_MASK;
}

struct counter_look cesr_look(const struct cesr_counters *counters, unsigned n)
{
    const int64_t sum = cesr_counter_sum(counters, n);

    return (struct counter_look){
        .value = (uint64_t)sum & COUNTER_MASK,
        .overflows = counters->counter[n].overflows + (sum >> COUNTER_BITS),
        .pin_on_overflow = half_of_cesr(counters, n) & CESR_PIN_ON_OVERFLOW,
        .lag = counters->overflow_lag,
        .clocks = half_of_cesr(counters, n) & CESR_CLOCKS,
        .ring_3 = half_of_cesr(counters, n) & CESR_RING_3,
        .ring_0 = half_of_cesr(counters, n) & CESR_RING_0_TO_2,
    };
}

/* cesr_fold() runs before a counter starts to count something else, cesr_mark() after it. */

static void cesr_fold(struct cesr_counters *counters)
{
    for (unsigned n = 0; n < P5_COUNTER_COUNT; n++) {
        const int64_t sum = cesr_counter_sum(counters, n);

        counters->counter[n].overflows += sum >> COUNTER_BITS;
        counters->counter[n].base = (uint64_t)sum & COUNTER_MASK;
    }
}

static void cesr_mark(struct cesr_counters *counters)
{
    for (unsigned n = 0; n < P5_COUNTER_COUNT; n++)
        counters->counter[n].mark = cesr_selected_total(counters, n);
}

void cesr_set_ring(struct cesr_counters *counters, unsigned cpl)
{
    if (cpl == counters->ring)
        return;
    cesr_fold(counters);
    counters->ring = cpl;
    cesr_mark(counters);
}

void cesr_select(struct cesr_counters *counters, uint32_t value)
{
    cesr_fold(counters);
    counters->cesr = value & (CESR_IMPLEMENTED | (counters->wide_select ? CESR_WIDE : 0));
    cesr_mark(counters);
}

void cesr_write(struct cesr_counters *counters, unsigned n, uint64_t value)
{
    if (counters->write_bits == 32)
        value = (uint64_t)(int64_t)(int32_t)(uint32_t)value;
    counters->counter[n].overflows += cesr_counter_sum(counters, n) >> COUNTER_BITS;
    counters->counter[n].base = value & COUNTER_MASK;
    counters->counter[n].mark = cesr_selected_total(counters, n);
}
