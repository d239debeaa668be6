/*
 * SPDX-License-Identifier: MIT
 * A family of performance counters, whichever processor they are in: how many, what they count, how
 * they are set. The P5's is p5_pmc; another processor is another file that fills a struct pmc.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pmc/event.h"

#define PMC_MAX_COUNTERS 2 /* of any family supported here; NetBurst would need 18 */

/* Rings in which events count, as a mask. */
#define PMC_RING_KERNEL 1u /* 0, 1 and 2 */
#define PMC_RING_USER   2u /* 3 */

/* What a self-test found. */
enum pmc_status {
    PMC_OK,
    PMC_STUCK,       /* the register is there, and stands still */
    PMC_UNSUPPORTED, /* no such register, or it does not keep what was written */
};

struct pmc_selftest {
    const char *name; /* "cesr", "ctr0", ... */
    enum pmc_status status;
    uint64_t expect, got; /* equal when status is PMC_OK */
};

struct pmc {
    const char *name;
    unsigned counters;
    const struct event *events;
    unsigned n_events;
    unsigned n_selftests;
    /* Runs self-test number `test` below n_selftests; changes the counters' setting. */
    void (*selftest)(unsigned test, struct pmc_selftest *result);
    /*
     * Clears all counters and starts them: counter i counts events[i] in ring 0, or nothing where
     * it is NULL. pmc_stop() ends counting and leaves the values.
     */
    void (*start)(const struct event *const events[], unsigned rings);
    void (*stop)(void);
};

/* A processor whose only counter is the time-stamp counter: no event counts. */
extern const struct pmc tsc_pmc;

extern const struct pmc p5_pmc;

/*
 * The event with that thesis name or Intel mnemonic, letter case ignored, time_stamp among them;
 * NULL where there is none.
 */
const struct event *pmc_find_event(const struct pmc *pmc, const char *name, size_t length);
