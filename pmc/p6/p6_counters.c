/*
 * SPDX-License-Identifier: MIT
 * The P6's counters: two of 40 bits, both started by selector 0.
 */
#include "pmc/p6/p6_counters.h"

#include "kernel/lib/x86.h"
#include "pmc/evntsel/cache_switch.h"
#include "pmc/evntsel/selected_counters.h"
#include "pmc/p6/p6_event_table.h"

/* The registers of all four processors are the same. */
static const struct selected_counters p6 = {&ppro_pmc, MSR_P6_EVNTSEL0, true};

static void p6_start(const struct pmc_counted counted[])
{
    selected_start(&p6, counted);
}

static void p6_start_armed(const struct pmc_counted counted[], uint32_t count)
{
    selected_start_armed(&p6, counted, count);
}

static void p6_stop(void)
{
    selected_stop(&p6);
}

/*
 * Erratum 26 of the Pentium Pro: RDPMC in ring 3 together with system management mode can shut the
 * machine down; fixed in stepping 9 (perfctr 2.6.42, x86.c; Linux, events/intel/p6.c).
 */
static bool has_erratum_26(void)
{
    uint32_t signature = cpuid(1).eax;
    return (signature >> 4 & 0xFF) == 0x61 && (signature & 0xF) < 9;
}

static void p6_selftest(unsigned test, struct pmc_selftest *result)
{
    selected_selftest(&p6, test, has_erratum_26(), result);
}

/*
 * EBL_CR_POWERON, MTRRcap, MCG_CAP, the selectors, DEBUGCTL, MTRRdefType (SDM volume 4, P6 family)
 */
static const uint32_t p6_msrs[] = {0x2A, 0xFE, 0x179, 0x186, 0x187, 0x1D9, 0x2FF};

/*
 * Features but PAE, which the first Pentium M lacks, APIC and SEP (AP-485): FPU to CX8, MTRR to
 * CMOV. Three NOPs a clock retire; IMUL takes 4 clocks (Agner Fog's tables).
 */
#define P6_CHIP(more_features, mhz)                                                                \
    {                                                                                              \
        .features = 0xF1BF | (more_features), .most_mhz = (mhz), .counter_bits = 40,               \
        .nop = {25, 60}, .imul = {350, 450}, .msrs = p6_msrs,                                      \
        .n_msrs = sizeof p6_msrs / sizeof p6_msrs[0],                                              \
    }
#define MMX       (1u << 23)
#define FXSR_SSE  (3u << 24)
#define FXSR_SSE2 (7u << 24)

static const struct chip_facts ppro_chip = P6_CHIP(0, 300), p2_chip = P6_CHIP(MMX, 700),
                               p3_chip = P6_CHIP(MMX | FXSR_SSE, 1800),
                               pm_chip = P6_CHIP(MMX | FXSR_SSE2, 3000);

static const struct pmc_selectors p6_selectors = {MSR_P6_EVNTSEL0,
                                                  MSR_P6_EVNTSEL0 + P6_COUNTERS - 1, EVNTSEL_KEPT};

#define P6_PMC(shown, which, facts)                                                                \
    {                                                                                              \
        .name = shown, .chip = (facts), .counters = P6_COUNTERS, .first_msr = MSR_P6_PERFCTR0,     \
        .events = p6_events, .n_events = P6_EVENTS, .processor = which, .has_selectors = true,     \
        .calls = true, .has_rdpmc = true, .n_selftests = 1 + P6_COUNTERS + 1,                      \
        .selectors = &p6_selectors, .selftest = p6_selftest, .start = p6_start, .stop = p6_stop,   \
        .start_armed = p6_start_armed, .counts = selected_counts, .switches = &cache_switch,       \
    }

const struct pmc ppro_pmc = P6_PMC("Pentium Pro", P6_PPRO, &ppro_chip);
const struct pmc p2_pmc = P6_PMC("Pentium II", P6_P2, &p2_chip);
const struct pmc p3_pmc = P6_PMC("Pentium III", P6_P3, &p3_chip);
const struct pmc pm_pmc = P6_PMC("Pentium M", P6_PM, &pm_chip);
