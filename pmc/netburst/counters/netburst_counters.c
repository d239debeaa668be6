/*
 * SPDX-License-Identifier: MIT
 * Starts and stops the Pentium 4's counters (Intel SDM volume 3B of 2016, 18.15.5). ESCRs and
 * counters are written first, CCCRs last.
 * A counter is written while no event reaches it: by erratum N15 of the specification update, a
 * write carries into bits 39 to 32 if events arrive (the other workaround is to write twice). It
 * is read while it runs: by erratum N17, a counter stopped just as its low half carries loses
 * 2^32.
 */
#include "pmc/netburst/counters/netburst_counters.h"

#include "kernel/lib/string.h"
#include "kernel/lib/virtual_pentium.h"
#include "kernel/lib/x86.h"
#include "pmc/evntsel/cache_switch.h"
#include "pmc/netburst/netburst_event_table.h"
#include "pmc/netburst/netburst_notation.h"

#define COUNTER_BITS ((1ull << 40) - 1)
#define COUNTER_1    2u /* mask; not used, since its CCCR's enable bit does nothing */

static uint32_t started = (1u << NETBURST_COUNTERS) - 1; /* CCCRs that may be set, as a mask */
static uint64_t selected;                                /* ESCRs that may be set, as a mask */
static bool replays;                                     /* PEBS_ENABLE may be set */

void netburst_planning_call(void (*plan)(void)); /* defined in planning_stack.asm */

/* CPUID leaf 1: EDX bit 28, and the number of logical processors in EBX (SDM volume 2, CPUID). */
static bool has_two_threads(void)
{
    const struct cpuid_result version = cpuid(1);
    return version.edx >> 28 & 1 && (version.ebx >> 16 & 0xFF) > 1;
}

void netburst_counters_found(uint32_t signature)
{
    netburst_set_machine(&(struct netburst_machine){.model = (uint8_t)(signature >> 4 & 0xF),
                                                    .stepping = (uint8_t)(signature & 0xF),
                                                    .threads = has_two_threads()});
    netburst_notation_plan_on(netburst_planning_call);
}

static void write_cccr(unsigned counter, uint32_t value)
{
    uint32_t msr = MSR_NETBURST_CCCR0 + counter;
    wrmsr(msr, value);
}

static void write_counter(unsigned counter, uint64_t value)
{
    uint32_t msr = MSR_NETBURST_COUNTER0 + counter;
    wrmsr(msr, value);
}

static void write_escrs(uint64_t escrs, const uint32_t values[])
{
    for (unsigned i = 0; i < NETBURST_ESCRS; i++) {
        uint32_t msr = netburst_escrs[i].address;
        if (escrs >> i & 1)
            wrmsr(msr, values ? values[i] : 0);
    }
}

static void write_pebs(uint32_t enable, uint32_t vertical)
{
    wrmsr(MSR_PEBS_ENABLE, enable);
    wrmsr(MSR_PEBS_MATRIX_VERT, vertical);
    replays = enable != 0;
}

void netburst_stop(void)
{
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (started >> i & 1)
            write_cccr(i, 0);
    started = 0;
}

static unsigned netburst_counters_order(uint32_t cccr, bool interrupts)
{
    return interrupts ? 2 : cccr & CCCR_ENABLE ? 1 : 0;
}

/*
 * Sets all registers of a plan. Counters start from start[]; if it is NULL they start from 0, or as
 * far from overflow as plan->after requires.
 */
static void netburst_counters_set(const struct netburst_plan *plan, const uint64_t start[],
                                  uint32_t interrupting)
{
    netburst_stop();
    write_escrs(selected | plan->escrs, NULL);
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (plan->counters >> i & 1)
            write_counter(i, start ? start[i] : -(uint64_t)plan->after[i] & COUNTER_BITS);
    write_escrs(plan->escrs, plan->escr);
    if (replays || plan->enable)
        write_pebs(plan->enable, plan->vertical);
    selected = plan->escrs;
    started = plan->counters;
    /*
     * Order: counters started by another's overflow first, so that they are ready before it can
     * overflow; the interrupting counter last, so that it counts only its own events.
     */
    for (unsigned order = 0; order < 3; order++)
        for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
            if (started >> i & 1 &&
                order == netburst_counters_order(plan->cccr[i], interrupting >> i & 1))
                write_cccr(i, plan->cccr[i] | (interrupting >> i & 1 ? CCCR_OVF_PMI : 0));
}

void netburst_start(const struct netburst_plan *plan)
{
    netburst_counters_set(plan, NULL, 0);
}

void netburst_start_from(const struct netburst_plan *plan, const uint64_t start[])
{
    netburst_counters_set(plan, start, 0);
}

void netburst_start_armed(const struct netburst_plan *plan, unsigned counter, uint32_t count)
{
    static struct netburst_plan armed;
    armed = *plan;
    armed.after[counter] = count;
    netburst_counters_set(&armed, NULL, 1u << counter);
}

static void netburst_counters_start(const struct pmc_counted counted[])
{
    netburst_start(netburst_notation_plan(counted));
}

static void netburst_counters_start_armed(const struct pmc_counted counted[], uint32_t count)
{
    const struct netburst_plan *plan = netburst_notation_plan(counted);
    netburst_start_armed(plan, plan->counted_by[0], count);
}

/* ---- events counted by the virtual machine --------------------------------------------------- */

#define MSR_COUNTED     0xB0000000u
#define FIRST_ESCR      0x3A0u
#define SELECTS_OF_ESCR 64

/* Returns whether the virtual machine counts all of these event mask bits of a select. */
static bool netburst_counters_knows(unsigned escr, unsigned select, uint16_t mask)
{
    uint32_t msr =
        MSR_COUNTED + (netburst_escrs[escr].address - FIRST_ESCR) * SELECTS_OF_ESCR + select;
    uint64_t known;
    return x86_rdmsr_safe(msr, &known) || (mask && !(mask & ~known));
}

/*
 * The virtual machine does not count events that it does not model; a real machine counts all.
 * Events that only tag are accepted.
 */
static bool netburst_counters_is_counted(const struct pmc_counted *counted)
{
    const struct netburst_count count = netburst_count_of(counted);
    const struct netburst_tagged *tagged = count.tagged;
    if (!virtual_pentium())
        return true;
    if (!count.event)
        return netburst_counters_knows(netburst_escr_at(count.counter, count.routing), count.select,
                                       count.mask);
    if (!counted->event->counters)
        return true;
    if (tagged && tagged->upstream != NETBURST_NONE) {
        const struct netburst_event *upstream = &netburst_events[tagged->upstream];
        if (!netburst_counters_knows(upstream->escr[0], upstream->select, tagged->mask))
            return false;
    }
    return netburst_counters_knows(count.event->escr[0], count.select, count.mask);
}

/* EBC_HARD_POWERON, MTRRcap, MCG_CAP, MISC_ENABLE, MTRRdefType (SDM volume 4, Pentium 4) */
static const uint32_t netburst_msrs[] = {0x2A, 0xFE, 0x179, 0x1A0, 0x2FF};

/*
 * FPU to CX8, MTRR to CMOV, MMX to SSE2 (AP-485). The trace cache delivers three NOPs a clock; IMUL
 * takes 14 to 18 clocks, on a Prescott 10 or 11 (Agner Fog's tables).
 */
static const struct chip_facts netburst_chip = {
    .features = 0x0780F1BF,
    .most_mhz = 5000,
    .counter_bits = 40,
    .nop = {20, 60},
    .imul = {900, 1900},
    .msrs = netburst_msrs,
    .n_msrs = sizeof netburst_msrs / sizeof netburst_msrs[0],
};

/* CCCRs and ESCRs, from MSR_BPU_CCCR0 to MSR_CRU_ESCR5 (netburst_registers.def). */
static const struct pmc_selectors netburst_selectors = {MSR_NETBURST_CCCR0, 0x3E1, UINT32_MAX};

#define NETBURST_PMC(shown, which)                                                                 \
    {                                                                                              \
        .name = shown, .chip = &netburst_chip, .counters = NETBURST_COUNTERS, .unused = COUNTER_1, \
        .first_msr = MSR_NETBURST_COUNTER0, .events = netburst_table,                              \
        .n_events = NETBURST_TABLE_EVENTS, .processor = which, .has_selectors = true,              \
        .calls = true, .has_rdpmc = true, .n_selftests = NETBURST_SELFTESTS,                       \
        .selftest = netburst_selftest, .start = netburst_counters_start,                           \
        .start_armed = netburst_counters_start_armed, .stop = netburst_stop,                       \
        .counts = netburst_counters_is_counted, .switches = &cache_switch,                         \
        .selectors = &netburst_selectors, .notation = &netburst_notation,                          \
        .precise = &netburst_precise,                                                              \
    }

const struct pmc willamette_pmc = NETBURST_PMC("Pentium 4 up to model 1", NETBURST_WILLAMETTE);
const struct pmc northwood_pmc = NETBURST_PMC("Pentium 4, model 2", NETBURST_NORTHWOOD);
const struct pmc prescott_pmc = NETBURST_PMC("Pentium 4 from model 3 on", NETBURST_PRESCOTT);
