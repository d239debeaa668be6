/*
 * SPDX-License-Identifier: MIT
 * A family of performance counters, whichever processor they are in: how many, what they count, how
 * they are set. Each family has a folder below pmc/ and fills a struct pmc.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmc/ablate.h"
#include "pmc/event.h"

#define PMC_MAX_COUNTERS 2 /* of any family supported here; NetBurst would need 18 */

/* Rings in which events count, as a mask. */
#define PMC_RING_KERNEL 1u /* 0, 1 and 2 */
#define PMC_RING_USER   2u /* 3 */

/* An event that is to be counted, and where. */
struct counted {
    const struct event *event; /* NULL: nothing */
    unsigned rings;            /* PMC_RING_ mask */
};

/* As settings and wire have them: none, kernel, user, both. */
const char *pmc_rings_name(unsigned rings);

/* What a self-test found. */
enum pmc_status {
    PMC_OK,
    PMC_STUCK,       /* the register is there, and stands still */
    PMC_OFF,         /* it moves, otherwise than expected */
    PMC_UNSUPPORTED, /* no such register, or it does not keep what was written */
};

struct pmc_selftest {
    const char *name; /* "cesr", "ctr0", ... */
    enum pmc_status status;
    uint64_t expect, got; /* equal when status is PMC_OK */
    char seen[48];        /* what was read, as text, where that is more than `got`; else empty */
};

struct pmc {
    const char *name;
    unsigned counters;
    uint32_t first_msr; /* counter 0's register, as RDMSR takes it; the others follow */
    const struct pmc_switches *switches; /* NULL where the family documents none */
    const struct event *events;
    unsigned n_events;
    bool has_rdpmc; /* the last self-test is that of RDPMC, which also lets ring 3 use it */
    unsigned n_selftests;
    /* Runs self-test number `test` below n_selftests; changes the counters' setting. */
    void (*selftest)(unsigned test, struct pmc_selftest *result);
    /*
     * Clears all counters and starts them: counter i counts counted[i]. stop() ends counting and
     * leaves the values.
     */
    void (*start)(const struct counted counted[]);
    void (*stop)(void);
};

/* A processor whose only counter is the time-stamp counter: no event counts. */
extern const struct pmc tsc_pmc;

/*
 * The event with that thesis name or Intel mnemonic, letter case ignored, time_stamp among them;
 * count_clocks is `clocks` and `cycles` too. NULL where there is none.
 */
const struct event *pmc_find_event(const struct pmc *pmc, const char *name, size_t length);

/* Likewise, but any event of any processor in the tables: for a message. */
const struct event *pmc_find_event_anywhere(const char *name, size_t length);
