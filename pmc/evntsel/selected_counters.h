/*
 * SPDX-License-Identifier: MIT
 * Counters with a selector each (P6 and K7): start, stop and self-test.
 */
#pragma once

#include "pmc/pmc.h"

struct selected_counters {
    const struct pmc *pmc;
    uint32_t first_selector; /* MSR of selector 0; the others follow */
    bool one_enable;         /* EN of selector 0 enables all counters; false: each selector has
                                its own */
};

/*
 * Clears and sets all counters; the last write starts them. A P6 accepts 32 bits and copies bit 31
 * into the bits above (SDM volume 3, 18.22.2), a K7 accepts all 48; 0 works on both.
 */
void selected_start(const struct selected_counters *family, const struct pmc_counted counted[]);
void selected_start_armed(const struct selected_counters *family,
                          const struct pmc_counted counted[], uint32_t count);
void selected_stop(const struct selected_counters *family);

/*
 * Test 0: the selectors retain what is written. Test 1 + i: counter i counts 100 NOPs between
 * serialised reads, with the event that every family calls `instructions`. Last test: RDPMC returns
 * the value of RDMSR; it is run in ring 3 too unless `spare_ring_3`.
 */
void selected_selftest(const struct selected_counters *family, unsigned test, bool spare_ring_3,
                       struct pmc_selftest *result);

/*
 * Returns whether the event is counted. In the virtual machine its registers answer
 * (docs/simulator.md, "Which events are counted"); elsewhere every event is.
 */
bool selected_counts(const struct pmc_counted *counted);
