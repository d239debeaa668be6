/*
 * SPDX-License-Identifier: MIT
 * Simulates the counters of P6 and K7. A counter's value is derived from its event's (or
 * condition's) total and the value it had when it was last set.
 */
#include "sim/counters/evntsel.h"

#include <stddef.h>

/* SDM volume 3, 18.22.2: WRMSR sets bits 31-0, and bits 39-32 become copies of bit 31. */
const struct evntsel_family evntsel_p6 = {
    .counters = 2, .bits = 40, .write_bits = 32, .one_enable = true};

/* AMD 22007 page 163, confirmed by perfctr's measurement: each selector enables its own counter. */
const struct evntsel_family evntsel_k7 = {
    .counters = 4, .bits = 48, .write_bits = 48, .one_enable = false};

static uint64_t evntsel_counter_mask(const struct evntsel_counters *counters)
{
    return (1ull << counters->family->bits) - 1;
}

static struct count_condition_rule evntsel_rule(uint32_t select)
{
    return (struct count_condition_rule){
        .threshold = (uint8_t)EVNTSEL_CMASK(select),
        .invert = select & EVNTSEL_INVERT,
        .edge = select & EVNTSEL_EDGE,
    };
}

static bool evntsel_counts_now(const struct evntsel_counters *counters, unsigned n)
{
    const uint32_t select = counters->counter[n].select;
    const unsigned enabler = counters->family->one_enable ? 0 : n;

    return (counters->counter[enabler].select & EVNTSEL_ENABLE) &&
           (select & (counters->ring ? EVNTSEL_USR : EVNTSEL_OS));
}

static uint64_t evntsel_total(struct evntsel_counters *counters, unsigned n)
{
    const struct evntsel_source *source = &counters->source;
    struct evntsel_counter *counter = &counters->counter[n];
    const unsigned event = EVNTSEL_EVENT(counter->select);
    const unsigned mask = EVNTSEL_UNIT_MASK(counter->select);
    const struct count_condition_rule rule = evntsel_rule(counter->select);
    uint64_t total;

    if (counter->condition)
        return count_condition_total(counter->condition, source->clock(source->model));
    if (count_condition_is_needed(rule) &&
        source->condition(source->model, event, mask, n, rule, &total))
        return total;
    return source->total(source->model, event, mask, n);
}

/*
 * Includes carries out of the last bit. Intermediate differences may be negative, since arithmetic
 * is modulo 2^64.
 */
static int64_t evntsel_sum(struct evntsel_counters *counters, unsigned n)
{
    struct evntsel_counter *counter = &counters->counter[n];
    uint64_t value = counter->base;

    if (counter->counting)
        value += evntsel_total(counters, n) - counter->mark;
    return (int64_t)value;
}

/* evntsel_fold() runs before a counter starts to count something else, evntsel_mark() after it. */

static void evntsel_fold_counter(struct evntsel_counters *counters, unsigned n)
{
    const int64_t sum = evntsel_sum(counters, n);

    counters->counter[n].overflows += sum >> counters->family->bits;
    counters->counter[n].base = (uint64_t)sum & evntsel_counter_mask(counters);
}

/* Returns whether the condition must be evaluated here, because the model does not do it. */
static bool evntsel_evaluates_condition(struct evntsel_counters *counters, unsigned n,
                                        struct count_condition_rule rule)
{
    const struct evntsel_source *source = &counters->source;
    const uint32_t select = counters->counter[n].select;
    uint64_t total;

    return count_condition_is_needed(rule) &&
           !source->condition(source->model, EVNTSEL_EVENT(select), EVNTSEL_UNIT_MASK(select), n,
                              rule, &total);
}

static void evntsel_mark_counter(struct evntsel_counters *counters, unsigned n)
{
    const struct evntsel_source *source = &counters->source;
    struct evntsel_counter *counter = &counters->counter[n];
    const struct count_condition_rule rule = evntsel_rule(counter->select);

    counter->counting = evntsel_counts_now(counters, n);
    counter->condition = counter->counting && evntsel_evaluates_condition(counters, n, rule)
                             ? &counter->store
                             : NULL;
    if (counter->condition)
        count_condition_begin(counter->condition, rule, source->clock(source->model));
    source->report(source->model, n, EVNTSEL_EVENT(counter->select),
                   EVNTSEL_UNIT_MASK(counter->select), counter->condition);
    counter->mark = counter->counting ? evntsel_total(counters, n) : 0;
}

static void evntsel_fold(struct evntsel_counters *counters)
{
    for (unsigned n = 0; n < counters->family->counters; n++)
        evntsel_fold_counter(counters, n);
}

static void evntsel_mark(struct evntsel_counters *counters)
{
    counters->armed = false;
    for (unsigned n = 0; n < counters->family->counters; n++) {
        evntsel_mark_counter(counters, n);
        counters->armed |=
            counters->counter[n].counting && (counters->counter[n].select & EVNTSEL_INT);
    }
}

void evntsel_reset(struct evntsel_counters *counters, const struct evntsel_family *family,
                   const struct evntsel_source *source)
{
    const bool reserved_faults = counters->reserved_faults;

    *counters = (struct evntsel_counters){
        .family = family, .source = *source, .reserved_faults = reserved_faults};
}

static uint32_t implemented(const struct evntsel_counters *counters, unsigned n)
{
    return UINT32_MAX & ~EVNTSEL_RESERVED &
           ~(counters->family->one_enable && n ? EVNTSEL_ENABLE : 0u);
}

int evntsel_select(struct evntsel_counters *counters, unsigned n, uint64_t value)
{
    if (counters->reserved_faults && (value & ~(uint64_t)implemented(counters, n)))
        return -1;
    evntsel_fold(counters);
    counters->counter[n].select = (uint32_t)value & implemented(counters, n);
    evntsel_mark(counters);
    return 0;
}

uint64_t evntsel_selected(const struct evntsel_counters *counters, unsigned n)
{
    return counters->counter[n].select;
}

void evntsel_set_ring(struct evntsel_counters *counters, unsigned cpl)
{
    if (cpl == counters->ring)
        return;
    evntsel_fold(counters);
    counters->ring = cpl;
    evntsel_mark(counters);
}

uint64_t evntsel_read(struct evntsel_counters *counters, unsigned n)
{
    return (uint64_t)evntsel_sum(counters, n) & evntsel_counter_mask(counters);
}

/* Uses the low write_bits of the value, sign-extended. */
void evntsel_write(struct evntsel_counters *counters, unsigned n, uint64_t value)
{
    const unsigned above = 64 - counters->family->write_bits;

    evntsel_fold_counter(counters, n);
    counters->counter[n].base =
        (uint64_t)((int64_t)(value << above) >> above) & evntsel_counter_mask(counters);
    if (counters->counter[n].counting)
        counters->counter[n].mark = evntsel_total(counters, n);
}

unsigned evntsel_overflowed(struct evntsel_counters *counters)
{
    unsigned overflowed = 0;

    for (unsigned n = 0; n < counters->family->counters; n++) {
        struct evntsel_counter *counter = &counters->counter[n];
        const int64_t overflows =
            counter->overflows + (evntsel_sum(counters, n) >> counters->family->bits);

        if (overflows > counter->noticed && (counter->select & EVNTSEL_INT))
            overflowed |= 1u << n;
        counter->noticed = overflows;
    }
    return overflowed;
}

struct counter_look evntsel_look(struct evntsel_counters *counters, unsigned n, unsigned clocks)
{
    const int64_t sum = evntsel_sum(counters, n);
    const uint32_t select = counters->counter[n].select;
    const unsigned enabler = counters->family->one_enable ? 0 : n;

    return (struct counter_look){
        .value = (uint64_t)sum & evntsel_counter_mask(counters),
        .overflows = counters->counter[n].overflows + (sum >> counters->family->bits),
        .pin_on_overflow = select & EVNTSEL_PIN,
        .clocks = EVNTSEL_EVENT(select) == clocks &&
                  !count_condition_is_needed(evntsel_rule(select)) &&
                  (counters->counter[enabler].select & EVNTSEL_ENABLE),
        .ring_3 = select & EVNTSEL_USR,
        .ring_0 = select & EVNTSEL_OS,
    };
}
