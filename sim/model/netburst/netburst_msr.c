/*
 * SPDX-License-Identifier: MIT
 * MSRs, RDPMC and rings of the Pentium 4. An access to a counter register takes place after
 * everything before it has retired.
 */
#include "sim/counters/p4_counter_routing.h"
#include "sim/model/netburst/netburst_state.h"

#define MSR_TSC               0x10u
#define MSR_FREQUENCY         0x2cu
#define MSR_TC_PRECISE        0x3f0u
#define MSR_PEBS_ENABLE       0x3f1u
#define MSR_PEBS_VERT         0x3f2u
#define MSR_DEBUGCTL          0x1d9u
#define MSR_MISC_ENABLE       0x1a0u
#define MSR_DS_AREA           0x600u
#define PEBS_ENABLE_BITS      (0x00018607u | PEBS_UOP_TAG | PEBS_ENABLE)
#define PEBS_VERT_BITS        0x13u
#define DEBUGCTL_BITS         0x7fu
#define MISC_ENABLE_RESET     0x1u /* fast strings; other bits are stored without effect */
#define MISC_ENABLE_BITS      0x1d872du
#define MISC_ENABLE_COUNTERS  (1u << 7)
#define MISC_ENABLE_NO_BTS    (1u << 11) /* these three are read-only and do not change */
#define MISC_ENABLE_NO_PEBS   (1u << 12)
#define COUNTER_REGISTERS     0x300u
#define COUNTER_REGISTERS_END 0x3f0u

/*
 * Defined by the simulator (docs/simulator.md): for each of 64 selects of an ESCR, the mask bits
 * that are counted.
 */
#define MSR_COUNTED 0xb0000000u
#define ESCR_FIRST  0x3a0u
#define ESCR_SPAN   0x42u

void netburst_msr_reset(struct model *model)
{
    const struct counters_config *config = &model->config.counters;
    const bool errata = model->config.errata;
    const struct p4_family family = {
        .extended_cascade = config->extended_cascade,
        .iq_escrs = config->iq_escrs,
        .reserved_faults = config->reserved_faults,
        .any_threads = config->any_threads,
        .late_interrupt = config->late_interrupt,
        .cascade_interrupts = config->cascade_interrupts,
        .erratum_write = errata && config->erratum_write,
        .erratum_stop = errata && config->erratum_stop,
        .erratum_dead_cccr1 = errata && config->erratum_dead_cccr1,
    };

    model->misc_enable = MISC_ENABLE_RESET;
    model->config.counters.erratum_doubled &= errata;
    model->config.counters.erratum_twice &= errata;
    model->config.counters.erratum_transfers &= errata;
    model->config.counters.erratum_ioq &= errata;
    model->config.counters.erratum_overrun &= errata;
    p4_counters_reset(&model->counters, &family,
                      &(struct p4_source){netburst_lines_select, netburst_lines_any_ring, model});
}

/*
 * Waits for the bus too, so that everything retired has its lines and written-back lines have left.
 */
static void netburst_msr_settle(struct model *model)
{
    netburst_bus_wait(model);
    netburst_report_settle(model);
}

void netburst_set_ring(struct model *model, unsigned cpl)
{
    if (cpl == model->counters.ring)
        return;
    netburst_instruction_finish(model);
    netburst_report_settle(model);
    p4_counters_set_ring(&model->counters, cpl);
}

/* The bus ratio is in bits 31 to 24 from model 2 on (SDM, table 35-41). */
static uint64_t netburst_msr_frequency(const struct model *model)
{
    return (uint64_t)(model->config.bus.ratio_core / model->config.bus.ratio_bus) << 24;
}

static int netburst_msr_counted(const struct model *model, uint32_t n, uint64_t *value)
{
    const unsigned escr = p4_counter_routing_escr_at(&model->counters, ESCR_FIRST + n / 64);

    *value = escr < P4_ESCRS ? netburst_lines_counted(model, escr, n % 64) : 0;
    return 0;
}

int netburst_read_msr(struct model *model, uint32_t msr, uint64_t *value)
{
    if (msr >= COUNTER_REGISTERS && msr < COUNTER_REGISTERS_END) {
        netburst_msr_settle(model);
        return p4_counter_msr_read(&model->counters, msr, value);
    }
    switch (msr) {
    case MSR_TSC:
        netburst_instruction_finish(model);
        *value = model->tsc_base + netburst_clock(model);
        return 0;
    case MSR_FREQUENCY:
        *value = netburst_msr_frequency(model);
        return 0;
    case MSR_TC_PRECISE:
        *value = 0;
        return 0;
    case MSR_PEBS_ENABLE:
        *value = model->pebs_enable;
        return 0;
    case MSR_PEBS_VERT:
        *value = model->pebs_vert;
        return 0;
    case MSR_MISC_ENABLE:
        *value = model->misc_enable | MISC_ENABLE_COUNTERS;
        return 0;
    case MSR_DEBUGCTL:
        *value = model->record.control;
        return 0;
    case MSR_DS_AREA:
        *value = model->record.area;
        return 0;
    default:
        return msr - MSR_COUNTED < ESCR_SPAN * 64
                   ? netburst_msr_counted(model, msr - MSR_COUNTED, value)
                   : -1;
    }
}

/* Updates the active tags, and the lines of every counter. */
static void netburst_msr_tags_changed(struct model *model)
{
    model->front_end_tags = netburst_front_end_tags(&model->counters);
    p4_counters_update(&model->counters);
    netburst_record_changed(model);
}

static int netburst_msr_write_counter(struct model *model, uint32_t msr, uint64_t value)
{
    int status;

    netburst_msr_settle(model);
    status = p4_counter_msr_write(&model->counters, msr, value);
    netburst_msr_tags_changed(model);
    return status;
}

static int netburst_msr_write_own(struct model *model, uint32_t *to, uint64_t value, uint32_t bits)
{
    if (value & ~(uint64_t)bits)
        return -1;
    netburst_msr_settle(model);
    *to = (uint32_t)value;
    netburst_msr_tags_changed(model);
    return 0;
}

static int netburst_msr_write_misc(struct model *model, uint64_t value)
{
    const uint32_t fixed = MISC_ENABLE_COUNTERS | MISC_ENABLE_NO_BTS | MISC_ENABLE_NO_PEBS;

    if (value & ~(uint64_t)(MISC_ENABLE_BITS | fixed))
        return -1;
    model->misc_enable = (uint32_t)value & MISC_ENABLE_BITS;
    return 0;
}

int netburst_write_msr(struct model *model, uint32_t msr, uint64_t value)
{
    if (msr >= COUNTER_REGISTERS && msr < COUNTER_REGISTERS_END)
        return netburst_msr_write_counter(model, msr, value);
    switch (msr) {
    case MSR_TSC: /* before model 3 a write clears the upper half */
        if (!model->config.counters.instr_completed)
            value = (uint32_t)value;
        model->tsc_base = value - netburst_clock(model);
        return 0;
    case MSR_PEBS_ENABLE:
        return netburst_msr_write_own(model, &model->pebs_enable, value, PEBS_ENABLE_BITS);
    case MSR_PEBS_VERT:
        return netburst_msr_write_own(model, &model->pebs_vert, value, PEBS_VERT_BITS);
    case MSR_MISC_ENABLE:
        return netburst_msr_write_misc(model, value);
    case MSR_DEBUGCTL:
        return netburst_msr_write_own(model, &model->record.control, value, DEBUGCTL_BITS);
    case MSR_DS_AREA:
        return netburst_msr_write_own(model, &model->record.area, value, UINT32_MAX);
    default:
        return -1;
    }
}

int netburst_read_pmc(struct model *model, uint32_t index, uint64_t *value)
{
    netburst_msr_settle(model);
    return p4_counter_msr_rdpmc(&model->counters, index, value);
}

struct counter_look netburst_counter(struct model *model, unsigned n)
{
    return p4_counters_look(&model->counters, n);
}

/* A Pentium 4 has no event for breakpoint matches. */
bool netburst_counts_matches(const struct model *model)
{
    (void)model;
    return false;
}
