/*
 * SPDX-License-Identifier: MIT
 * The sampling engine: runs a benchmark repeatedly with interrupts, and stores a sample at each.
 * Nothing is sent before the session is over.
 */
#pragma once

#include "kernel/measure/kernel_run.h"
#include "kernel/sample/sources/sample_source.h"

/*
 * A sample. In an `anew` session, each repetition ends with a sample at address 0 that no interrupt
 * took.
 */
struct sample {
    /*
     * The benchmark's clocks, without handlers, since the session began; if `anew`, since the
     * repetition began.
     */
    uint64_t time : 48;
    uint64_t repetition : 16; /* from 0 */
    uint32_t address;         /* of the next instruction */
    uint32_t on_stack;        /* the word on top of the benchmark's stack; 0 outside that stack */
    uint32_t executed;  /* address of the previous instruction if it was stepped over; else 0 */
    uint32_t group : 8; /* the group that counted until this sample */
    uint32_t user : 1;  /* 1: ring 3 */
    /* Interruptions since the last sample, including its own: some are early; each write counts. */
    uint32_t interruptions : 23;
    uint32_t delta[SAMPLED_COUNTERS]; /* counts since the last sample */
};

/* Maximum number of slices in a round. */
#define SAMPLER_MOST_SLICES (CONFIG_MOST_EVENTS + CONFIG_MOST_WEIGHTS * (CONFIG_MOST_WEIGHT - 1))

/* Parameters of a session. */
struct session {
    const struct sample_source *source;
    uint64_t every; /* mean clocks between two samples; or events, or writes */
    /* The event on counter 0 of a source that counts; no group uses this counter. */
    struct pmc_counted trigger;
    uint32_t watched; /* for a source that watches: the address of the writes */
    bool stepped; /* the event is instructions: samples are delayed as single_steps.h describes */
    bool random;  /* random intervals, from half to three halves of `every` */
    /*
     * Each repetition begins with a whole interval; else the last interval continues, as in one
     * long run.
     */
    bool anew;
    const struct schedule_pass *groups; /* assignments of the counters, which alternate in slices */
    unsigned n_groups;
    const uint8_t *slices; /* per round, by group; NULL: one each */
    bool shuffled;         /* random order in each round; else the order of groups[] */
    unsigned only;         /* index of the only group to count; n_groups or more: all */
    uint32_t seed;
    unsigned wanted;      /* number of samples after which no repetition begins */
    uint64_t until;       /* clocks of the benchmark after which none begins either; 0: no limit */
    unsigned room;        /* maximum number of samples stored, if memory allows; more are lost */
    unsigned repetitions; /* maximum */
};

/* Result of a session. The samples are in the arena. */
struct session_end {
    struct sample *samples;
    /*
     * The registers of each sample, if requested: before the next instruction, and for samples
     * that the processor stores after the last one. Else NULL.
     */
    struct pmc_registers *registers;
    unsigned n, lost;     /* lost: dropped for lack of room */
    unsigned repetitions; /* including the one that did not return, if `faulted` */
    bool faulted;
    unsigned interruptions;          /* including early ones */
    unsigned entries;                /* of the handler, including steps */
    uint64_t clocks;                 /* of all repetitions, including handlers */
    uint64_t hidden;                 /* clocks of the handlers */
    uint64_t tail[SAMPLED_COUNTERS]; /* counts after the last sample, without groups */
};

/* Opens the source at a rate in Hz. Returns NULL, or the reason why it is unavailable. */
const char *sampler_open(const struct kernel_run *run, const struct sample_source *source,
                         unsigned rate);
void sampler_close(void);

/*
 * Runs a session. `m` was begun by repetition_begin() with a setup from sampler_setup(). `outside`:
 * clocks of an interruption outside its handler's measurement. Returns 0, or an error of
 * repetition_repeat().
 */
int sampler_run(const struct session *session, uint32_t outside, struct measurement *m,
                struct session_end *end);

/* Returns a setup for whole runs, whose probes read counters even if a pass counts only time. */
struct measure_setup sampler_whole_runs(struct kernel_run *run, const struct benchmark *benchmark,
                                        const struct variant *variant, unsigned pass);

/* Makes the repetitions of that setup interruptible. */
void sampler_setup(struct measure_setup *setup);
