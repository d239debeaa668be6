/*
 * SPDX-License-Identifier: MIT
 * Counters with a selector each: setting them and finding out whether they count, for all families
 * that have such.
 */
#pragma once

#include "pmc/pmc.h"

struct selected_counters {
    const struct pmc *pmc;
    uint32_t first_selector; /* register of selector 0; the others follow */
    bool one_enable;         /* selector 0's EN is that of all; else each has its own */
};

/*
 * Clears and sets all counters; the last write starts them. A P6's takes 32 bits and copies bit 31
 * into those above (SDM volume 3, 18.22.2), a K7's all 48: 0 is the same to both.
 */
void selected_start(const struct selected_counters *family, const struct counted counted[]);
void selected_start_armed(const struct selected_counters *family, const struct counted counted[],
                          uint32_t count);
void selected_stop(const struct selected_counters *family);

/*
 * Test 0: the selectors keep what is written. Test 1 + i: counter i counts 100 NOPs, in what every
 * family calls `instructions`, between serialised reads. The last: RDPMC gives what RDMSR does; in
 * ring 3 too unless `spare_ring_3`.
 */
void selected_selftest(const struct selected_counters *family, unsigned test, bool spare_ring_3,
                       struct pmc_selftest *result);

/*
 * Whether the event of that code is counted: in the virtual machine what its registers say
 * (sim/README.md, "Which events are counted"), elsewhere all.
 */
bool selected_counts(const struct counted *counted);
