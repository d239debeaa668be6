/*
 * SPDX-License-Identifier: MIT
 * Switches the caches off and on through CR0.
 * The kernel owns CR0 and restores it before each repetition, so nothing has to be saved here.
 */
#include "pmc/evntsel/cache_switch.h"

#include "kernel/lib/x86.h"

#define TRIES 5 /* the minimum is used, since interference only adds clocks */
#define READS 256

static void cache_switch_nothing(void)
{
}

static void cache_switch_off(enum ablate feature)
{
    uint32_t cr0 = read_cr0() & ~CR0_CD;
    write_cr0(feature == ABLATE_L1 ? cr0 | CR0_CD : cr0);
    if (feature == ABLATE_L1)
        wbinvd(); /* lines already in the cache would still hit */
}

/* The fewest clocks for reads of one line. */
static uint64_t cache_switch_clocks(void)
{
    static uint32_t word;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t from = rdtsc();
        for (unsigned read = 0; read < READS; read++)
            (void)*(volatile uint32_t *)&word;
        uint64_t clocks = rdtsc() - from;
        if (clocks < least)
            least = clocks;
    }
    return least;
}

/* Reads must take at least twice as long with the caches off. */
static int cache_switch_prove(enum ablate feature, struct ablation_proof *proof)
{
    *proof = (struct ablation_proof){0};
    if (feature != ABLATE_L1)
        return -1;
    proof->expect = (int64_t)cache_switch_clocks();
    cache_switch_off(ABLATE_L1);
    proof->got = (int64_t)cache_switch_clocks() - proof->expect;
    cache_switch_off(ABLATE_NONE);
    return proof->got >= proof->expect ? 0 : -1;
}

const struct pmc_switches cache_switch = {cache_switch_nothing, cache_switch_nothing,
                                          cache_switch_nothing, cache_switch_off,
                                          cache_switch_prove};
