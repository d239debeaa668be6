/*
 * SPDX-License-Identifier: MIT
 * Runs a benchmark with stamps of channels and hooks. The cost of a stamp is calibrated and
 * subtracted.
 */
#pragma once

#include "kernel/measure/kernel_run.h"
#include "kernel/sample/hook_stamps.h"
#include "kernel/lib/channel.h"

/*
 * Clocks of a stamp, by kind, that do not belong to the program: before its read of the time-stamp
 * counter, and after it. For a hook, the time that its handler measures is added.
 */
struct stamp_costs {
    fixed_t before[STAMP_KINDS], after[STAMP_KINDS];
    fixed_t least, most; /* of a channel's stamp */
};

/* One repetition, with its stamps in the buffers of the session. */
struct stamped_run {
    uint64_t begun, ended;            /* time-stamp counter; ended is 0 if a fault ended the run */
    unsigned channels, first_channel; /* the program's stamps: number, index of the first */
    unsigned hooked, first_hooked;
    unsigned met; /* the program's stamps, stored or not */
    unsigned hooks_met;
};

struct stamp_session {
    struct kernel_run *run;
    const struct benchmark *benchmark;
    const struct variant *variant;
    unsigned room; /* capacity in stamps, of each of the two buffers */
    unsigned most_repetitions;
    bool quiet; /* its runs are not announced */

    struct stamp *channels, *hooked; /* buffers, in the arena */
    struct stamped_run *runs;
    unsigned repetitions; /* entries of runs, including one that a fault ended */
    bool faulted;
};

/*
 * Repeats up to the maximum, or until a buffer is full; `s->benchmark` and the other inputs are
 * set. Returns 0, or an error of repetition_repeat(), in which case runs may exist too.
 */
int stamp_run_benchmark(struct stamp_session *s, struct measurement *m);

/* Returns the stamp's time since `begun`, in the bits that a stamp has. */
uint64_t stamp_since(const struct stamp *stamp, uint64_t begun);

/*
 * Calibrates the stamps of channels and of the hooks requested, in that variant and the
 * experiment's ring. Returns 0, or -1 after reporting an error.
 */
int stamp_costs_find(struct kernel_run *run, const struct variant *variant,
                     const struct hook_options *wanted, struct stamp_costs *costs);

/* Reports all stamps as records. */
void stamp_records_report(const struct stamp_session *s, const struct stamp_costs *costs);

/* Runs the experiment `channels`. */
void stamp_run_experiment(struct kernel_run *run, const struct config *config);
