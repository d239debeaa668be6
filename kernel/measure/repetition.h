/*
 * SPDX-License-Identifier: MIT
 * Running a benchmark in one setting of counters and machine, and collecting what its regions
 * counted.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench.h"
#include "kernel/settings/config.h"
#include "pmc/reading.h"
#include "pmc/schedule.h"

/* Region number of a run as a whole, from before the routine is called until it has returned. */
#define REGION_WHOLE REGIONS

enum {
    E_MEASURE_MEMORY = -1, /* too little for the samples */
    E_MEASURE_FAULT = -2,  /* the benchmark did not return: trap_contained_fault() says why */
    E_MEASURE_WRONG = -3,  /* its result is wrong: what measure_check() gave says how */
};

struct measurement;

struct measure_setup {
    const struct pmc *pmc;
    const struct pass *pass;
    enum ring ring;       /* in which the benchmark runs */
    enum reading reading; /* one that works in that ring */
    enum state state;
    enum ablate ablate;
    bool whole;           /* count the run as a whole, not its regions */
    bool skip_first;      /* warm: no uncounted run before each repetition */
    unsigned repetitions; /* most there may be */
    uint64_t apart;       /* clocks that disturbances are apart, or 0: see pause() */

    /* Told before each repetition, and, with no regions yet, before the run that finds them. */
    void (*announce)(void *to, const struct measurement *measurement); /* NULL: nobody is told */
    void *announce_to;

    /* Of runs that are interrupted (kernel/sample/), else NULL: called before each repetition, and
       before each of its runs, when the counters are to be started. */
    void (*begin_repetition)(void);
    void (*begin_run)(void);
};

/*
 * How many counters there is room for in a measurement: the probes' own two, and what they call, as
 * far as the pass uses them.
 */
unsigned measure_counters(const struct measure_setup *setup);

/* How a region is entered and left, which says what an empty one costs. */
enum region_by {
    BY_PROBE, /* the code of pmc/region.h */
    BY_STUB,  /* calls of libp5mon's stubs */
    BY_BOTH,  /* one begins it, the other ends it, so that nobody can tell */
};

/* A region that the benchmark uses. */
struct measured_region {
    enum region_by by;
    uint16_t number;         /* 0 to 255, or REGION_WHOLE */
    bool varies;             /* entries or exits were not the same in all repetitions */
    uint32_t entries, exits; /* in each repetition */
    /* Probes of other regions in it, in each repetition: of REGION_WHOLE, those beyond one of each,
       which an empty run has too; of others 0 until measure_inner(). */
    uint32_t inner_begins, inner_ends;
    uint32_t entered_at, left_at, unpaired; /* as in struct region */
};

/* What the repetitions of one benchmark in one setting gave. The arrays are in the arena. */
struct measurement {
    const struct benchmark *benchmark;
    const struct measure_setup *setup;
    unsigned repetitions;     /* samples there are */
    unsigned runs_per_sample; /* 1; or in a sum over a batch, its repetitions */
    bool reprogrammed;        /* the benchmark set the counters itself: see libp5mon/ */
    unsigned n_regions;
    struct measured_region *region; /* [n_regions], by ascending number */
    int64_t *counts;                /* [n_regions][measure_counters()][setup->repetitions] */
    int64_t *clocks; /* [setup->repetitions], time-stamp counter over the whole run */
};

/*
 * Finds out which regions the benchmark uses and takes memory for the samples; no repetition is
 * done yet. 0 or an error.
 */
int measure_begin(const struct benchmark *benchmark, const struct measure_setup *setup,
                  struct measurement *out);

/*
 * Does repetitions until there are `repetitions`, at most setup->repetitions. The samples of a
 * repetition that faulted are not kept. 0 or an error.
 */
int measure_repeat(struct measurement *measurement, unsigned repetitions);

/*
 * Finds out which probes of other regions are in each region: runs the benchmark once more,
 * uncounted, set up anew, so what is asked of its last repetition is asked before. Where there is
 * one region it cannot hold any, and nothing is run. 0 or E_MEASURE_FAULT.
 */
int measure_inner(struct measurement *measurement);

/*
 * Has the benchmark look at the result of its last run, if it can. 0, or E_MEASURE_WRONG or
 * E_MEASURE_FAULT; what it says of a wrong result goes to text.
 */
int measure_check(const struct measurement *measurement, char *text, size_t size);

/* Runs a routine in ring 0 as benchmarks are run, uncounted. 0 or E_MEASURE_FAULT. */
int measure_contain(void (*routine)(void));

/* The samples of one region (its place in region[]) and counter. */
int64_t *measurement_counts(const struct measurement *measurement, unsigned place,
                            unsigned counter);

/* Executions of benchmarks since the start, uncounted runs included. */
extern unsigned measure_executions;

/* An empty region 0, and an empty benchmark: what probes and calls themselves cost. */
extern const struct benchmark measure_empty;

/* The regions of pmc/inner_probes.h, warm in each state. */
extern const struct benchmark measure_inner_probes;

/* An empty region through stubs. Its routine is NULL where no benchmark of the image uses them. */
extern const struct benchmark measure_empty_stub;
