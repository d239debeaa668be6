/*
 * SPDX-License-Identifier: MIT
 * Simulates the Pentium 4's counters clock by clock: select, filter, add, overflow, cascade.
 */
#include "sim/counters/p4_counter_routing.h"

#define VALUE_END  (1ull << P4_BITS)
#define VALUE_MASK (VALUE_END - 1)
#define INPUT_MOST 15u /* a counter's input has four bits */

/* ---- inputs ---------------------------------------------------------------------------------- */

bool p4_counters_is_enabled(const struct p4_counters *counters, unsigned n)
{
    const bool dead = n == 1 && counters->family.erratum_dead_cccr1;

    return (counters->counter[n].cccr & CCCR_ENABLE) && !dead;
}

bool p4_counters_escr_is_used(const struct p4_counters *counters, unsigned escr)
{
    if (!ESCR_SELECT(counters->escr[escr]))
        return false;
    for (unsigned n = 0; n < P4_COUNTERS; n++)
        if (p4_counters_is_enabled(counters, n) && p4_counter_routing_escr(counters, n) == escr)
            return true;
    return false;
}

static bool p4_counters_counts_ring(const struct p4_counters *counters, unsigned escr)
{
    const struct p4_source *source = &counters->source;
    const uint32_t value = counters->escr[escr];

    if (source->any_ring && source->any_ring(source->model, escr, ESCR_SELECT(value)))
        return value & (ESCR_USR | ESCR_OS);
    return value & (counters->ring ? ESCR_USR : ESCR_OS);
}

/*
 * Returns whether the counter evaluates clocks: it is started, and its ESCR selects an event for
 * this ring.
 */
static bool p4_counters_is_running(const struct p4_counters *counters, unsigned n, unsigned escr)
{
    const struct p4_counter *counter = &counters->counter[n];
    const bool all_threads =
        counters->family.any_threads || (counter->cccr & CCCR_THREADS) == CCCR_THREADS;

    return escr < P4_ESCRS && all_threads &&
           (p4_counters_is_enabled(counters, n) || counter->cascaded) &&
           ESCR_SELECT(counters->escr[escr]) && p4_counters_counts_ring(counters, escr);
}

static void p4_counters_update_one(struct p4_counters *counters, unsigned n)
{
    const struct p4_source *source = &counters->source;
    struct p4_counter *counter = &counters->counter[n];
    const unsigned escr = p4_counter_routing_escr(counters, n);

    counter->running = p4_counters_is_running(counters, n, escr);
    counter->lines = 0;
    if (!counter->running) {
        counter->input = 0;
        return;
    }
    counter->lines = source->lines(source->model, escr, ESCR_SELECT(counters->escr[escr]),
                                   ESCR_MASK(counters->escr[escr]));
}

void p4_counters_update(struct p4_counters *counters)
{
    counters->running = false;
    for (unsigned n = 0; n < P4_COUNTERS; n++) {
        p4_counters_update_one(counters, n);
        counters->running |= counters->counter[n].running;
    }
}

/* ---- one clock ------------------------------------------------------------------------------ */

static unsigned p4_counters_input(p4_lines lines, const struct p4_clock *clock)
{
    unsigned sum = 0;

    for (lines &= clock->any; lines; lines &= lines - 1)
        sum += clock->events[__builtin_ctzll(lines)];
    return sum < INPUT_MOST ? sum : INPUT_MOST;
}

/*
 * Returns the counter's increment for a clock with this number of events; `held` becomes the
 * filter's output.
 */
static unsigned p4_counters_filter(uint32_t cccr, unsigned input, bool *held)
{
    const bool before = *held;

    if (!(cccr & CCCR_COMPARE))
        return input;
    *held = input > CCCR_THRESHOLD(cccr);
    if (cccr & CCCR_COMPLEMENT)
        *held = !*held;
    return cccr & CCCR_EDGE ? *held && !before : *held;
}

/* Counters that wait for this overflow start with the next clock. */
static void p4_counters_start_cascade(struct p4_counters *counters, unsigned overflowed)
{
    for (unsigned n = 0; n < P4_COUNTERS; n++) {
        struct p4_counter *counter = &counters->counter[n];

        if (counter->cccr & CCCR_ENABLE)
            continue;
        if (((counter->cccr & CCCR_CASCADE) && p4_counter_routes[n].cascade == overflowed) ||
            ((counter->cccr & CCCR_EXTENDED) && p4_counter_routes[n].extended == overflowed))
            counter->cascaded = true;
    }
}

static bool p4_counters_may_interrupt(const struct p4_counters *counters, unsigned n)
{
    return (counters->counter[n].cccr & CCCR_OVF_PMI) &&
           (p4_counters_is_enabled(counters, n) || counters->family.cascade_interrupts);
}

static void p4_counters_overflow(struct p4_counters *counters, unsigned n)
{
    struct p4_counter *counter = &counters->counter[n];

    counter->cccr |= CCCR_OVF;
    if (!p4_counters_may_interrupt(counters, n))
        return;
    if (counters->family.late_interrupt)
        counter->due = true;
    else
        counters->interrupts |= 1u << n;
}

/* Returns true if the counter has overflowed. */
static bool p4_counters_add(struct p4_counters *counters, unsigned n, uint64_t amount)
{
    struct p4_counter *counter = &counters->counter[n];
    const uint64_t sum = counter->value + amount;

    counter->carried = (sum ^ counter->value) >> 32;
    if (!amount)
        return false;
    if (counter->due) {
        counter->due = false;
        counters->interrupts |= 1u << n;
    }
    counter->value = sum & VALUE_MASK;
    counter->overflows += sum >= VALUE_END;
    if (counter->reloads) {
        counter->value = sum >= VALUE_END ? counter->reset : sum;
        return false;
    }
    return sum >= VALUE_END || (counter->cccr & CCCR_FORCE_OVF);
}

bool p4_counters_would_overflow(const struct p4_counters *counters, unsigned n,
                                const struct p4_clock *clock)
{
    const struct p4_counter *counter = &counters->counter[n];
    bool held = counter->held;

    return counter->running &&
           counter->value + p4_counters_filter(counter->cccr,
                                               p4_counters_input(counter->lines, clock), &held) >=
               VALUE_END;
}

/* Returns true if a counter has overflowed, so that others may have started. */
static bool p4_counters_clock(struct p4_counters *counters, const struct p4_clock *clock)
{
    unsigned overflowed = 0;

    for (unsigned n = 0; n < P4_COUNTERS; n++) {
        struct p4_counter *counter = &counters->counter[n];

        if (!counter->running)
            continue;
        counter->input = (uint8_t)p4_counters_input(counter->lines, clock);
        if (p4_counters_add(counters, n,
                            p4_counters_filter(counter->cccr, counter->input, &counter->held)))
            overflowed |= 1u << n;
    }
    if (!overflowed)
        return false;
    for (unsigned left = overflowed; left; left &= left - 1) {
        p4_counters_overflow(counters, (unsigned)__builtin_ctz(left));
        p4_counters_start_cascade(counters, (unsigned)__builtin_ctz(left));
    }
    p4_counters_update(counters);
    return true;
}

/* ---- many equal clocks ----------------------------------------------------------------------- */

/* The counter's increment in each further equal clock. */
static unsigned p4_counters_increment(const struct p4_counter *counter)
{
    if (!counter->running)
        return 0;
    if (!(counter->cccr & CCCR_COMPARE))
        return counter->input;
    return !(counter->cccr & CCCR_EDGE) && counter->held;
}

/*
 * The number of equal clocks in which counters only increase, before one overflows or interrupts.
 */
static uint64_t p4_counters_quiet_clocks(const struct p4_counters *counters, uint64_t clocks)
{
    for (unsigned n = 0; n < P4_COUNTERS; n++) {
        const struct p4_counter *counter = &counters->counter[n];
        const unsigned amount = p4_counters_increment(counter);

        if (!amount)
            continue;
        if (counter->due || (counter->cccr & CCCR_FORCE_OVF))
            return 0;
        if ((VALUE_END - 1 - counter->value) / amount < clocks)
            clocks = (VALUE_END - 1 - counter->value) / amount;
    }
    return clocks;
}

static void p4_counters_add_quiet(struct p4_counter *counter, uint64_t clocks)
{
    const unsigned amount = p4_counters_increment(counter);

    counter->value += clocks * amount;
    counter->carried = (counter->value ^ (counter->value - amount)) >> 32; /* in the last clock */
}

void p4_counters_simulate(struct p4_counters *counters, const struct p4_clock *clock,
                          uint64_t clocks)
{
    while (clocks && counters->running) {
        const bool changed = p4_counters_clock(counters, clock);
        const uint64_t more = changed ? 0 : p4_counters_quiet_clocks(counters, clocks - 1);

        for (unsigned n = 0; more && n < P4_COUNTERS; n++)
            p4_counters_add_quiet(&counters->counter[n], more);
        clocks -= 1 + more;
    }
}
