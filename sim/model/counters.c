/*
 * SPDX-License-Identifier: MIT
 * The model-specific registers: CESR, CTR0, CTR1, TSC and TR12; the others are in test_registers.c.
 * Events only ever add to their totals; a counter is where its total stood, and what it held then.
 */
#include "state.h"

/* Pentium Developer's Manual volume 3, chapter 33; TR12: RBIL, MSR 0Eh. */
#define MSR_MC_ADDRESS 0x00u
#define MSR_MC_TYPE    0x01u
#define MSR_TR12       0x0eu
#define MSR_TSC        0x10u
#define MSR_CESR       0x11u
#define MSR_CTR0       0x12u
#define MSR_CTR1       0x13u

/* CESR: one half for each counter, 16 bits apart (SDM volume 3, 18.23). */
#define CESR_HALF_SHIFT      16
#define CESR_EVENT           0x003fu
#define CESR_RING_0_TO_2     0x0040u
#define CESR_RING_3          0x0080u
#define CESR_CLOCKS          0x0100u
#define CESR_PIN_ON_OVERFLOW 0x0200u
#define CESR_IMPLEMENTED     0x03ff03ffu /* reserved bits stay 0 whatever is written */

#define TR12_IMPLEMENTED (TR12_NO_BRANCH_PREDICTION | 0x2u | TR12_SINGLE_PIPE | TR12_CACHE_INHIBIT)
#define COUNTER_BITS     40
#define COUNTER_MASK     ((1ull << COUNTER_BITS) - 1)

/* Codes from here on mean one thing on counter 0 and another on counter 1 (P55C only). */
#define FIRST_SPLIT_CODE 0x2a

void counters_reset(struct model *model)
{
    model->cesr = 0;
    model->tr12 = 0;
    model->counters[0] = model->counters[1] = (struct counter){0};
}

static uint32_t half_of_cesr(const struct model *model, unsigned counter)
{
    return model->cesr >> (counter * CESR_HALF_SHIFT);
}

static uint64_t event_total(const struct model *model, unsigned code, unsigned counter)
{
    const uint64_t *count = model->count;

    switch (code) {
    case P5_data_read_or_write:
        return count[P5_data_read] + count[P5_data_write];
    case P5_data_read_or_write_miss:
        return count[P5_data_read_miss] + count[P5_data_write_miss];
    case P5_clocks_while_bus_cycle_in_progress:
        return bus_busy(model);
    }
    if (code < FIRST_SPLIT_CODE)
        return count[code];
    if (!model->config.p55c)
        return 0;
    code += counter * P5_EVENT_CODES;
    switch (code) {
    case P55C_bus_utilization_due_to_processor_activity:
        return bus_busy(model);
    case P55C_number_of_cycles_not_in_halt_state:
        return model->clock - model->halted;
    case P55C_floating_point_stalls_duration:
        return model->lost[LOST_X87];
    case P55C_d1_starvation_and_fifo_is_empty: /* flushes and page walks are counted already */
        return count[code] + model->lost[LOST_CODE_MISS] + model->lost[LOST_PREFIX];
    default:
        return count[code];
    }
}

static uint64_t selected_total(const struct model *model, unsigned counter)
{
    const uint32_t half = half_of_cesr(model, counter);

    return half & CESR_CLOCKS ? model->clock : event_total(model, half & CESR_EVENT, counter);
}

bool counters_count_matches(const struct model *model)
{
    for (unsigned n = 0; n < CTR_COUNT; n++) {
        const uint32_t half = half_of_cesr(model, n), event = half & CESR_EVENT;

        if (event >= P5_breakpoint_match_DR0 && event <= P5_breakpoint_match_DR3 &&
            (half & (CESR_RING_0_TO_2 | CESR_RING_3)) && !(half & CESR_CLOCKS))
            return true;
    }
    return false;
}

static bool counts_now(const struct model *model, unsigned counter)
{
    const uint32_t ring = model->ring == 3 ? CESR_RING_3 : CESR_RING_0_TO_2;

    return half_of_cesr(model, counter) & ring;
}

/* With its carries out of bit 39. Differences may pass below zero and back: modulo 2^64. */
static int64_t counter_sum(const struct model *model, unsigned n)
{
    const struct counter *counter = &model->counters[n];
    uint64_t value = counter->base;

    if (counts_now(model, n))
        value += selected_total(model, n) - counter->mark;
    return (int64_t)value;
}

static uint64_t counter_value(const struct model *model, unsigned n)
{
    return (uint64_t)counter_sum(model, n) & COUNTER_MASK;
}

struct counter_look counter_look(const struct model *model, unsigned counter)
{
    const int64_t sum = counter_sum(model, counter);

    return (struct counter_look){
        .value = (uint64_t)sum & COUNTER_MASK,
        .overflows = model->counters[counter].overflows + (sum >> COUNTER_BITS),
        .pin_on_overflow = half_of_cesr(model, counter) & CESR_PIN_ON_OVERFLOW,
        .lag = model->config.overflow_pin_lag,
    };
}

/* Before what a counter counts changes, and after. */

static void fold(struct model *model)
{
    for (unsigned n = 0; n < CTR_COUNT; n++) {
        const int64_t sum = counter_sum(model, n);

        model->counters[n].overflows += sum >> COUNTER_BITS;
        model->counters[n].base = (uint64_t)sum & COUNTER_MASK;
    }
}

static void mark(struct model *model)
{
    for (unsigned n = 0; n < CTR_COUNT; n++)
        model->counters[n].mark = selected_total(model, n);
}

void model_set_ring(struct model *model, unsigned cpl)
{
    if (cpl == model->ring)
        return;
    fold(model);
    model->ring = cpl;
    mark(model);
}

static void write_counter(struct model *model, unsigned n, uint64_t value)
{
    if (model->config.counter_write_bits == 32)
        value = (uint64_t)(int64_t)(int32_t)(uint32_t)value;
    model->counters[n].overflows += counter_sum(model, n) >> COUNTER_BITS;
    model->counters[n].base = value & COUNTER_MASK;
    model->counters[n].mark = selected_total(model, n);
}

static int write_tr12(struct model *model, uint32_t value)
{
    const uint32_t changed = (model->tr12 ^ value) & TR12_IMPLEMENTED;

    model->tr12 ^= changed;
    model->cache_inhibited = model->tr12 & TR12_CACHE_INHIBIT;
    model->pairing = model->config.pairing.enabled && !(model->tr12 & TR12_SINGLE_PIPE);
    return changed & TR12_SINGLE_PIPE ? MODEL_REPAIR : 0;
}

int counters_read_msr(struct model *model, uint32_t msr, uint64_t *value)
{
    switch (msr) {
    case MSR_MC_ADDRESS:
    case MSR_MC_TYPE:
        *value = 0; /* there has been no machine check */
        return 0;
    case MSR_TR12:
        *value = model->tr12;
        return 0;
    case MSR_TSC:
        *value = model->tsc_base + model->clock;
        return 0;
    case MSR_CESR:
        *value = model->cesr;
        return 0;
    case MSR_CTR0:
    case MSR_CTR1:
        model->clock += model->config.clocks.rdmsr_counter - model->config.clocks.rdmsr;
        *value = counter_value(model, msr - MSR_CTR0);
        return 0;
    default:
        return test_registers_read(model, msr, value);
    }
}

int counters_write_msr(struct model *model, uint32_t msr, uint64_t value)
{
    switch (msr) {
    case MSR_TR12:
        return write_tr12(model, (uint32_t)value);
    case MSR_TSC:
        model->tsc_base = value - model->clock;
        return 0;
    case MSR_CESR:
        fold(model);
        model->cesr = (uint32_t)value & CESR_IMPLEMENTED;
        mark(model);
        return 0;
    case MSR_CTR0:
    case MSR_CTR1:
        model->clock += model->config.clocks.wrmsr_counter - model->config.clocks.wrmsr;
        write_counter(model, msr - MSR_CTR0, value);
        return 0;
    default:
        return test_registers_write(model, msr, (uint32_t)value);
    }
}

int counters_read_pmc(struct model *model, uint32_t index, uint64_t *value)
{
    if (!model->config.p55c || index >= CTR_COUNT)
        return -1;
    *value = counter_value(model, index);
    return 0;
}
