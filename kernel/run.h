/*
 * SPDX-License-Identifier: MIT
 * The run: self-test, calibration, and every benchmark in every pass, reported as it goes.
 */
#pragma once

#include "kernel/config.h"
#include "kernel/cpu.h"
#include "kernel/measure.h"
#include "serial/report.h"

#define RUN_MOST_PASSES CONFIG_MOST_EVENTS

struct run {
    const struct config *config;
    const struct pmc *pmc;
    struct report *report;
    uint64_t hz;           /* of the time-stamp counter; 0 where not known */
    uint64_t started;      /* time-stamp counter */
    const char *benchmark; /* the one being measured, NULL between them */

    enum pmc_status counter_status[PMC_MAX_COUNTERS];
    uint32_t usable; /* mask of counters that count */

    const struct event *events[CONFIG_MOST_EVENTS];
    struct place {
        int pass; /* -1: no counter counts it */
        unsigned counter;
        fixed_t overhead;        /* of an empty region, warm */
    } place[CONFIG_MOST_EVENTS]; /* by event */
    struct pass passes[RUN_MOST_PASSES];
    unsigned n_passes, n_events;

    unsigned benches, passes_done; /* of benches * n_passes */
    unsigned results, errors;
};

/* Each step of a run, in order; what a step finds out stands in *run for the next. */
void run_selftest(struct run *run);
int run_plan(struct run *run);      /* -1: nothing to run; said in an error record */
int run_calibrate(struct run *run); /* -1: no memory; likewise */
void run_benchmarks(struct run *run);

/* Milliseconds since run->started; 0 where the clock's speed is not known. */
uint32_t run_milliseconds(const struct run *run);

/* Reports that something went wrong: it counts, and the run ends as failed. */
void run_error(struct run *run, const char *what);
