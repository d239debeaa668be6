/*
 * SPDX-License-Identifier: MIT
 * Self-tests: which counters count, and which features can be switched off.
 */
#pragma once

#include "pmc/ablation.h"
#include "kernel/settings/config.h"
#include "pmc/pmc.h"

/* A self-test as reported. */
struct selftest_outcome {
    char name[24];
    const char *status;
    enum ablate switched; /* the feature whose switch was tested, or ABLATE_NONE */
    struct pmc_selftest result;
};
/* Selectors, counters, RDPMC, additivity of six counters, three switches, the time stamp. */
#define SELFTEST_MOST_OUTCOMES (1 + PMC_MAX_COUNTERS + 1 + 6 + 3 + 1)

struct selftests {
    enum trust_choice trust; /* for counters that are off */
    enum pmc_status counter_status[PMC_MAX_COUNTERS];
    int64_t counter_off[PMC_MAX_COUNTERS]; /* counts beyond the expected number in its self-test */
    uint32_t usable;                       /* mask of counters that count */
    bool rdpmc;                            /* RDPMC works, in ring 3 too */
    bool time_stamp_repeats;               /* the same NOPs take the same clocks each time */
    int64_t clocks_of_100_nops;            /* by the time stamp */
    struct selftest_outcome outcomes[SELFTEST_MOST_OUTCOMES];
    unsigned n_outcomes;
    uint32_t switches_reported; /* mask of enum ablate whose proof was reported */
};

struct kernel_run;

/*
 * Finds the counters that count; holds for all experiments. If must_count is set and
 * no counter counts, the run ends as failed.
 */
void selftest_run(struct kernel_run *run, bool must_count);

/* Reports a self-test and stores it for the first-boot page. `switched` is the feature whose switch
 * was tested, or ABLATE_NONE. */
void selftest_report(struct kernel_run *run, const struct pmc_selftest *result,
                     enum ablate switched);

/* Reports whether the feature can be switched off; emits the proof once in a run. */
bool selftest_can_ablate(struct kernel_run *run, enum ablate feature);
