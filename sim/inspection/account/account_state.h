/*
 * SPDX-License-Identifier: MIT
 * The state of -account, only for the files of this directory.
 */
#pragma once

#include "sim/inspection/account/account.h"
#include "sim/inspection/account/account_table.h"
#include "sim/inspection/account/probe_sites.h"
#include "sim/model/clock_account.h"

#define ACCOUNT_COUNTERS 18 /* the most of all models */
#define ACCOUNT_REGIONS  (ACCOUNT_WHOLE + 1)

struct account_places {
    uint32_t go, leave; /* where a counted run begins, and where a repetition ends */
    uint32_t launch_run, launch_user, launch_cold, running_case, regions;
    uint32_t empty, empty_stub; /* 0: missing */
    uint32_t process_enter, process_start;
    uint32_t called[3]; /* routines in which the probes read the counters; 0: missing */
};

/* A probe's pending read: a probe that uses INT 32h is read by the handler. */
struct account_awaited_read {
    const struct probe_site *site; /* NULL: none */
    uint32_t slot;
    bool called; /* all reads up to the routine's return belong to it */
};

struct account {
    struct account_config config;
    struct account_places at;
    struct probe_sites sites;
    struct account_table table;
    struct account_key key; /* of the current run, except region and counter */
    bool running;
    uint8_t switched_off;
    unsigned counters;
    const struct clock_account *clocks; /* NULL: the model executes in order */
    struct clock_sums until;            /* the clocks up to here have been attributed */
    struct account_region *open[ACCOUNT_COUNTERS][ACCOUNT_REGIONS];
    unsigned opened[ACCOUNT_COUNTERS]; /* number of open regions */
    uint64_t value[ACCOUNT_COUNTERS];  /* at the end of the previous instruction */
    unsigned ending;                   /* region of the last end probe's near read */
    unsigned first; /* region entered first in the repetition; ACCOUNT_REGIONS: none yet */
    struct account_awaited_read awaited;
};

/* account.c: reads a dword of the benchmarks' stack, which is not mapped to itself. */
uint32_t account_stack_dword(const struct account *account, uint32_t linear);

/*
 * account_division.c: attributes the clocks of an instruction to the open regions and divides them
 * by cause. by_cause: for a model that executes out of order, up to a state of its account;
 * `executes` is false if the instruction's execution has been attributed already.
 */
void account_divide_pipes(struct account *account, const struct observation *seen, bool began);
void account_divide_causes(struct account *account, const struct observation *seen,
                           const struct clock_sums *until, bool executes);

/* account_probes.c: opens and closes regions if the instruction is a probe's read of a counter. */
void account_check_probe(struct account *account, const struct observation *seen);
/* Returns whether the instruction is a read in a routine that a probe has called. */
bool account_reads_counter(const struct account *account, const struct observation *seen);
