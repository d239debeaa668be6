/*
 * SPDX-License-Identifier: MIT
 * Access to the Pentium 4's simulated counters by MSR and RDPMC.
 */
#include "sim/counters/p4_counter_routing.h"

#define VALUE_MASK ((1ull << P4_BITS) - 1)

#define MSR_COUNTER 0x300u
#define MSR_CCCR    0x360u

void p4_counters_reset(struct p4_counters *counters, const struct p4_family *family,
                       const struct p4_source *source)
{
    *counters = (struct p4_counters){.family = *family, .source = *source};
}

void p4_counters_set_ring(struct p4_counters *counters, unsigned cpl)
{
    if (!counters->ring != !cpl) {
        counters->ring = cpl;
        p4_counters_update(counters);
    }
    counters->ring = cpl;
}

/*
 * N15 of the specification update: the upper eight bits and the lower 32 are not written at the
 * same time.
 */
static void p4_counter_msr_write_value(struct p4_counters *counters, unsigned n, uint64_t value)
{
    struct p4_counter *counter = &counters->counter[n];
    const uint64_t low = counter->value & UINT32_MAX;
    const bool carries = counter->running && low + counter->input > UINT32_MAX;

    counter->value = value & VALUE_MASK;
    if (counters->family.erratum_write && carries)
        counter->value = (counter->value + (1ull << 32)) & VALUE_MASK;
    counter->carried = false;
}

static uint32_t p4_counter_msr_cccr_bits(const struct p4_counters *counters, unsigned n)
{
    const bool extended =
        counters->family.extended_cascade && p4_counter_routes[n].extended < P4_COUNTERS;

    return ~(CCCR_RESERVED | (extended ? 0u : CCCR_EXTENDED));
}

/*
 * Returns false if the counter has been stopped: its own cascade bits are clear, or OVF of the
 * counter that started it is.
 */
static bool p4_counter_msr_still_cascades(const struct p4_counters *counters, unsigned n)
{
    const uint32_t cccr = counters->counter[n].cccr;
    const struct p4_counter_route *place = &p4_counter_routes[n];

    return ((cccr & CCCR_CASCADE) && place->cascade < P4_COUNTERS &&
            (counters->counter[place->cascade].cccr & CCCR_OVF)) ||
           ((cccr & CCCR_EXTENDED) && place->extended < P4_COUNTERS &&
            (counters->counter[place->extended].cccr & CCCR_OVF));
}

static int p4_counter_msr_write_cccr(struct p4_counters *counters, unsigned n, uint64_t value)
{
    struct p4_counter *counter = &counters->counter[n];
    const bool ran = p4_counters_is_enabled(counters, n);
    const uint32_t bits = p4_counter_msr_cccr_bits(counters, n);

    if (counters->family.reserved_faults && (value & ~(uint64_t)bits))
        return -1;
    counter->cccr = (uint32_t)value & bits;
    if (ran && !p4_counters_is_enabled(counters, n) && counter->carried &&
        counters->family.erratum_stop)
        counter->value = (counter->value - (1ull << 32)) & VALUE_MASK;
    counter->held = counter->due = counter->carried = false;
    for (unsigned i = 0; i < P4_COUNTERS; i++)
        counters->counter[i].cascaded &= p4_counter_msr_still_cascades(counters, i);
    p4_counters_update(counters);
    return 0;
}

static int p4_counter_msr_write_escr(struct p4_counters *counters, unsigned escr, uint64_t value)
{
    if (counters->family.reserved_faults && (value & ~(uint64_t)~ESCR_RESERVED))
        return -1;
    counters->escr[escr] = (uint32_t)value & ~ESCR_RESERVED;
    p4_counters_update(counters);
    return 0;
}

int p4_counter_msr_read(const struct p4_counters *counters, uint32_t msr, uint64_t *value)
{
    const unsigned escr = p4_counter_routing_escr_at(counters, msr);

    if (msr - MSR_COUNTER < P4_COUNTERS)
        *value = counters->counter[msr - MSR_COUNTER].value;
    else if (msr - MSR_CCCR < P4_COUNTERS)
        *value = counters->counter[msr - MSR_CCCR].cccr;
    else if (escr < P4_ESCRS)
        *value = counters->escr[escr];
    else
        return -1;
    return 0;
}

int p4_counter_msr_write(struct p4_counters *counters, uint32_t msr, uint64_t value)
{
    const unsigned escr = p4_counter_routing_escr_at(counters, msr);

    if (msr - MSR_COUNTER < P4_COUNTERS)
        p4_counter_msr_write_value(counters, msr - MSR_COUNTER, value);
    else if (msr - MSR_CCCR < P4_COUNTERS)
        return p4_counter_msr_write_cccr(counters, msr - MSR_CCCR, value);
    else if (escr < P4_ESCRS)
        return p4_counter_msr_write_escr(counters, escr, value);
    else
        return -1;
    return 0;
}

#define PMC_FAST 0x80000000u

int p4_counter_msr_rdpmc(const struct p4_counters *counters, uint32_t index, uint64_t *value)
{
    const uint32_t n = index & ~PMC_FAST;

    if (n >= P4_COUNTERS)
        return -1;
    *value = counters->counter[n].value;
    if (index & PMC_FAST)
        *value &= UINT32_MAX;
    return 0;
}

unsigned p4_counters_interrupted(struct p4_counters *counters)
{
    const unsigned interrupts = counters->interrupts;

    counters->interrupts = 0;
    return interrupts;
}

struct counter_look p4_counters_look(const struct p4_counters *counters, unsigned n)
{
    return (struct counter_look){.value = counters->counter[n].value,
                                 .overflows = counters->counter[n].overflows};
}
