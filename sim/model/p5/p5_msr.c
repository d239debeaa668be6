/*
 * SPDX-License-Identifier: MIT
 * The P5's model-specific registers: counters, TSC and TR12. TR1 to TR11 are in test_registers.c.
 */
#include "sim/model/p5/p5_state.h"

/* Pentium Developer's Manual volume 3, chapter 33; TR12: RBIL, MSR 0Eh. */
#define MSR_MC_ADDRESS 0x00u
#define MSR_MC_TYPE    0x01u
#define MSR_TR12       0x0eu
#define MSR_TSC        0x10u
#define MSR_CESR       0x11u
#define MSR_CTR0       0x12u
#define MSR_CTR1       0x13u

#define TR12_IMPLEMENTED (TR12_NO_BRANCH_PREDICTION | 0x2u | TR12_SINGLE_PIPE | TR12_CACHE_INHIBIT)

/* Codes from this one on have a different meaning on each counter (P55C only). */
#define FIRST_SPLIT_CODE 0x2a

static uint64_t p5_msr_event_total(void *context, unsigned code, unsigned counter)
{
    const struct model *model = context;
    const uint64_t *count = model->count;

    switch (code) {
    case P5_data_read_or_write:
        return count[P5_data_read] + count[P5_data_write];
    case P5_data_read_or_write_miss:
        return count[P5_data_read_miss] + count[P5_data_write_miss];
    case P5_clocks_while_bus_cycle_in_progress:
        return p5_bus_busy(model);
    }
    if (code < FIRST_SPLIT_CODE)
        return count[code];
    if (!model->config.p55c)
        return 0;
    code += counter * P5_EVENT_CODES;
    switch (code) {
    case P55C_bus_utilization_due_to_processor_activity:
        return p5_bus_busy(model);
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

static uint64_t p5_msr_clocks(void *context, unsigned counter)
{
    const struct model *model = context;

    (void)counter;
    return model->clock;
}

/* The same for counters with slips. */

static uint64_t p5_msr_event_slipping(void *context, unsigned code, unsigned counter)
{
    return rough_total(context, counter, code, p5_msr_event_total(context, code, counter));
}

static uint64_t p5_msr_clocks_slipping(void *context, unsigned counter)
{
    return rough_total(context, counter, P5_EVENT_CODES, p5_msr_clocks(context, counter));
}

void p5_msr_reset(struct model *model)
{
    const bool slips = model->config.silicon.counter_slip;

    rough_reset(model);
    model->tr12 = 0;
    model->counters = (struct cesr_counters){
        .write_bits = model->config.counter_write_bits,
        .overflow_lag = model->config.overflow_pin_lag,
        .wide_select = model->config.wide_select,
        .source = {slips ? p5_msr_event_slipping : p5_msr_event_total,
                   slips ? p5_msr_clocks_slipping : p5_msr_clocks, model},
    };
}

void p5_set_ring(struct model *model, unsigned cpl)
{
    cesr_set_ring(&model->counters, cpl);
}

bool p5_counts_matches(const struct model *model)
{
    return cesr_wants_matches(&model->counters);
}

struct counter_look p5_counter(struct model *model, unsigned n)
{
    return cesr_look(&model->counters, n);
}

static int p5_msr_write_tr12(struct model *model, uint32_t value)
{
    const uint32_t changed = (model->tr12 ^ value) & TR12_IMPLEMENTED;

    model->tr12 ^= changed;
    /* Translated code uses the BTB: see p5_translated_fetch_is_plain(). */
    model->code.changes++;
    model->cache_inhibited = model->tr12 & TR12_CACHE_INHIBIT;
    plain_read_update(model);
    model->pairing = model->config.pairing.enabled && !(model->tr12 & TR12_SINGLE_PIPE);
    model->predicting = model->config.branch.enabled && !(model->tr12 & TR12_NO_BRANCH_PREDICTION);
    return changed & TR12_SINGLE_PIPE ? MODEL_REPAIR : 0;
}

int p5_read_msr(struct model *model, uint32_t msr, uint64_t *value)
{
    switch (msr) {
    case MSR_MC_ADDRESS:
    case MSR_MC_TYPE:
        *value = 0; /* no machine check has happened */
        return 0;
    case MSR_TR12:
        return rough_tr12(model, value);
    case MSR_TSC:
        *value = model->tsc_base + model->clock;
        return 0;
    case MSR_CESR:
        *value = rough_cesr(model);
        return 0;
    case MSR_CTR0:
    case MSR_CTR1:
        model->clock += model->config.clocks.rdmsr_counter - model->config.clocks.rdmsr;
        *value = rough_counter(model, msr - MSR_CTR0);
        return 0;
    default:
        return test_registers_read(model, msr, value);
    }
}

int p5_write_msr(struct model *model, uint32_t msr, uint64_t value)
{
    switch (msr) {
    case MSR_TR12:
        return p5_msr_write_tr12(model, (uint32_t)value);
    case MSR_TSC:
        model->tsc_base = value - model->clock;
        return 0;
    case MSR_CESR:
        cesr_select(&model->counters, (uint32_t)value);
        return 0;
    case MSR_CTR0:
    case MSR_CTR1:
        model->clock += model->config.clocks.wrmsr_counter - model->config.clocks.wrmsr;
        cesr_write(&model->counters, msr - MSR_CTR0, value);
        return 0;
    default:
        return test_registers_write(model, msr, (uint32_t)value);
    }
}

int p5_read_pmc(struct model *model, uint32_t index, uint64_t *value)
{
    if (!model->config.p55c || index >= P5_COUNTER_COUNT)
        return -1;
    *value = rough_counter(model, index);
    return 0;
}
