/*
 * SPDX-License-Identifier: MIT
 * A run: its settings, machine and report, and what was found and counted so far. main.c fills it;
 * each step adds its part.
 */
#pragma once

#include "kernel/measure/plan.h"
#include "kernel/measure/selftest.h"
#include "kernel/measure/work_queue.h"
#include "serial/report.h"
#include "stats/steady.h"

/* The numbers of the records `tick` and `done`. */
struct tally {
    /* Passes since the start of all experiments, including calibration. */
    unsigned passes_done, passes_total;
    unsigned results, errors;        /* experiments */
    unsigned overheads;              /* of experiment=overhead */
    unsigned suspects;               /* results that cannot be right */
    unsigned repetitions, disturbed; /* see struct report_done */
    uint64_t excess;
};

struct kernel_run {
    const struct config *config;
    const struct pmc *pmc;
    struct report_stream *report;
    uint64_t hz;                    /* frequency of the time-stamp counter; 0 if unknown */
    uint64_t started;               /* time-stamp counter */
    const char *benchmark;          /* the one being measured; NULL between benchmarks */
    uint32_t time_stamp_step;       /* clocks by which that counter advances; 0: at every clock */
    bool no_watchdog;               /* the missing watchdog was reported */
    struct disturbance disturbance; /* as observed at the start */
    struct selftests selftests;
    struct plan plan; /* of the current experiment */
    /* Regions already reported as broken, a bit for each. */
    uint32_t broken[(REGIONS + 1 + 31) / 32];
    struct tally tally;
    struct work_queue work_queue;
    const char *directory, *arguments; /* for the headings of the report */
    uint32_t features;                 /* the processor's CPUID_... bits */
};

/* Emits the heartbeat after that many passes. */
void run_tick(struct kernel_run *run, unsigned passes_done);

/* Milliseconds since run->started; 0 if the clock speed is unknown. */
uint32_t run_milliseconds(const struct kernel_run *run);

/* Reports an error: it is counted, and the run ends as failed. */
void run_error(struct kernel_run *run, const char *what);
