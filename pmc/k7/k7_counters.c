/*
 * SPDX-License-Identifier: MIT
 * The K7's counters: four of 48 bits, each started by its own selector.
 * Source: AMD 22007 revision E, page 163. perfctr measured this on an Athlon 500 and 1000; page
 * 168 contradicts it.
 */
#include "pmc/k7/k7_counters.h"

#include "pmc/evntsel/cache_switch.h"
#include "pmc/evntsel/selected_counters.h"
#include "pmc/k7/k7_event_table.h"

static const struct selected_counters k7 = {&k7_pmc, MSR_K7_EVNTSEL0, false};

static void k7_start(const struct pmc_counted counted[])
{
    selected_start(&k7, counted);
}

static void k7_start_armed(const struct pmc_counted counted[], uint32_t count)
{
    selected_start_armed(&k7, counted, count);
}

static void k7_stop(void)
{
    selected_stop(&k7);
}

static void k7_selftest(unsigned test, struct pmc_selftest *result)
{
    selected_selftest(&k7, test, false, result);
}

/* MTRRcap, MCG_CAP, MTRRdefType, EFER, SYSCFG, HWCR (AMD 24594 and 26094) */
static const uint32_t k7_msrs[] = {0xFE, 0x179, 0x2FF, 0xC0000080, 0xC0010010, 0xC0010015};

/*
 * FPU to CX8, MTRR to CMOV, MMX (AMD 20734). Three NOPs a clock; IMUL takes 4 clocks (InstLatx64).
 */
static const struct chip_facts k7_chip = {
    .features = 0x80F1BF,
    .most_mhz = 2800,
    .counter_bits = 48,
    .nop = {25, 60},
    .imul = {350, 550},
    .msrs = k7_msrs,
    .n_msrs = sizeof k7_msrs / sizeof k7_msrs[0],
};

static const struct pmc_selectors k7_selectors = {MSR_K7_EVNTSEL0,
                                                  MSR_K7_EVNTSEL0 + K7_COUNTERS - 1, EVNTSEL_KEPT};

const struct pmc k7_pmc = {
    .name = "K7",
    .chip = &k7_chip,
    .counters = K7_COUNTERS,
    .first_msr = MSR_K7_PERFCTR0,
    .selectors = &k7_selectors,
    .events = k7_events,
    .n_events = K7_EVENTS,
    .processor = K7_ATHLON,
    .has_selectors = true,
    .calls = true,
    .has_rdpmc = true,
    .n_selftests = 1 + K7_COUNTERS + 1,
    .selftest = k7_selftest,
    .start = k7_start,
    .start_armed = k7_start_armed,
    .stop = k7_stop,
    .counts = selected_counts,
    .switches = &cache_switch,
};
