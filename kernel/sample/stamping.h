/*
 * SPDX-License-Identifier: MIT
 * Runs of a benchmark whose channels, and what hooks saw, are stamped. What a stamp costs is known
 * by then, and taken off.
 */
#pragma once

#include "kernel/measure/run_experiment.h"
#include "kernel/sample/hooked.h"
#include "kernel/lib/channel.h"

/*
 * Clocks of a stamp by its kind, that do not belong to the program: before it looked at the
 * time-stamp counter, and behind. Of a hook's, what its handler saw of itself comes on top.
 */
struct stamp_costs {
    fixed_t before[STAMP_KINDS], after[STAMP_KINDS];
    fixed_t least, most; /* of a channel's */
};

/* One repetition, its stamps in the buffers of the session. */
struct stamped_run {
    uint64_t begun, ended;            /* time-stamp counter; ended is 0 where a fault ended it */
    unsigned channels, first_channel; /* stamps of the program's own: so many, from there on */
    unsigned hooked, first_hooked;
    unsigned met; /* the program's, whether there was room or not */
    unsigned hooks_met;
};

struct stamping {
    struct run *run;
    const struct benchmark *benchmark;
    const struct variant *variant;
    unsigned room; /* for so many stamps of each of the two kinds */
    unsigned most_repetitions;
    bool quiet; /* its runs are announced to nobody */

    struct stamp *channels, *hooked; /* the buffers, in the arena */
    struct stamped_run *runs;
    unsigned repetitions; /* of runs, that a fault ended included */
    bool faulted;
};

/*
 * As many repetitions as there may be, or as fit; with `s->benchmark` and so on set. 0, or an error
 * of measure_repeat(), where there may be runs all the same.
 */
int stamping_run(struct stamping *s, struct measurement *m);

/* The bits of the time-stamp counter that a stamp has, since `begun`. */
uint64_t stamp_since(const struct stamp *stamp, uint64_t begun);

/* What stamps cost, of channels and of the hooks wanted, in that variant and the experiment's ring.
   0, or -1, which was reported. */
int stamp_costs_find(struct run *run, const struct variant *variant,
                     const struct hooks_wanted *wanted, struct stamp_costs *costs);

/* All that was stamped, as records. */
void stamping_report(const struct stamping *s, const struct stamp_costs *costs);

/* The experiment. */
void stamping_experiment(struct run *run, const struct config *config);
