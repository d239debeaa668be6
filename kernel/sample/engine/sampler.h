/*
 * SPDX-License-Identifier: MIT
 * The engine of sampling: runs a benchmark over and over with interrupts, and keeps what each
 * found. Nothing is sent before the session is over.
 */
#pragma once

#include "kernel/measure/run_experiment.h"
#include "kernel/sample/sources/sample_source.h"

/* Of a session `anew`, each repetition ends with one that nothing interrupted for, at address 0. */
struct sample {
    uint64_t time : 48;          /* clocks of the benchmark since the session began, or `anew` its
                                    repetition; handlers' taken off */
    uint64_t repetition : 16;    /* from 0 */
    uint32_t address;            /* of the instruction that was next */
    uint32_t on_stack;           /* the word on top of the benchmark's stack; 0 where it was not */
    uint32_t executed;           /* the instruction before, where it was stepped over; else 0 */
    uint32_t group : 8;          /* which counted up to here */
    uint32_t user : 1;           /* it was in ring 3 */
    uint32_t interruptions : 23; /* since the sample before, its own too: some come early, and
                                    of writes each counts */
    uint32_t gain[SAMPLED_COUNTERS]; /* what its counters have counted since the sample before */
};

/* Slices of a round, at most. */
#define SAMPLER_MOST_TURNS (CONFIG_MOST_EVENTS + CONFIG_MOST_SHARES * (CONFIG_MOST_SHARE - 1))

/* What a session is to be. */
struct session {
    const struct sample_source *source;
    uint64_t every; /* clocks between two samples, the mean; or of a source that counts, ... */
    struct counted trigger; /* ... that event on counter 0, which groups leave alone; or ... */
    uint32_t watched;       /* ... of one that watches, writes to that address */
    bool stepped;           /* which is instructions: samples are as far behind as steps.h says */
    bool random;            /* drawn anew for each interval, from a half to three halves of that */
    bool anew;              /* each repetition begins with a whole interval; else where the last one
                               stopped, as if they were one long run */
    const struct pass *groups; /* which counters count what; they take turns, ... */
    unsigned n_groups;
    const uint8_t *slices; /* of a round, by group; NULL: one each */
    bool shuffled;         /* ... in an order drawn anew for each round; else that of groups[] */
    unsigned only;         /* that group alone, if it is below n_groups */
    uint32_t seed;
    unsigned wanted;      /* samples: then no repetition is begun */
    unsigned room;        /* for so many, where memory allows; more are lost */
    unsigned repetitions; /* most there may be */
};

/* What came of it. The samples are in the arena. */
struct session_end {
    struct sample *samples;
    unsigned n, lost;     /* lost: they did not fit */
    unsigned repetitions; /* with the one that did not return, where it is `faulted` */
    bool faulted;
    unsigned interruptions;          /* early ones too */
    unsigned entries;                /* of the handler: a step is one too */
    uint64_t clocks;                 /* of all repetitions, with handlers in them */
    uint64_t hidden;                 /* what handlers took of them */
    uint64_t tail[SAMPLED_COUNTERS]; /* what was counted behind the last sample, without groups */
};

/* Opens the source at a rate in Hz: NULL, or why it cannot be used. */
const char *sampler_open(const struct run *run, const struct sample_source *source, unsigned rate);
void sampler_close(void);

/*
 * One session. `m` was begun by measure_begin() with a setup made by sampler_setup(); `outside`:
 * clocks of an interruption that its handler does not see. 0, or an error of measure_repeat().
 */
int sampler_run(const struct session *session, uint32_t outside, struct measurement *m,
                struct session_end *end);

/* Of whole runs, whose probes read counters even where a pass counts nothing but time. */
struct measure_setup sampler_whole_runs(struct run *run, const struct benchmark *benchmark,
                                        const struct variant *variant, unsigned pass);

/* Has the repetitions of that setup interrupted. */
void sampler_setup(struct measure_setup *setup);
