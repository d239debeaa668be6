/*
 * SPDX-License-Identifier: MIT
 * Runs a benchmark with one setting of counters and machine, and collects the counts of its
 * regions.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench.h"
#include "kernel/settings/config.h"
#include "pmc/probe_reads.h"
#include "pmc/schedule.h"

/*
 * Number of the region that is the whole run, from before the call of the routine until its return.
 */
#define REGION_WHOLE REGIONS

enum {
    E_MEASURE_MEMORY = -1, /* too little memory for the samples */
    E_MEASURE_FAULT = -2,  /* the benchmark did not return: see trap_contained_fault() */
    E_MEASURE_WRONG = -3,  /* its result is wrong: see the text from repetition_check() */
};

struct measurement;

struct measure_setup {
    const struct pmc *pmc;
    const struct schedule_pass *pass;
    enum ring ring;          /* ring in which the benchmark runs */
    enum probe_read reading; /* a method that works in that ring */
    enum state state;
    enum ablate ablate;
    bool whole;           /* count the whole run, not its regions */
    bool skip_first;      /* warm: no uncounted run before a repetition; the first begins cold */
    unsigned repetitions; /* maximum */
    char *output;         /* address of the stream of uncounted runs */
    size_t output_bytes;  /* its size; 0: the library's stream */
    uint64_t apart;       /* clocks between disturbances, or 0: see repetition_pause() */

    /* Called before each repetition and, with no regions yet, before the run that finds them. */
    void (*announce)(void *to, const struct measurement *measurement); /* NULL: none */
    void *announce_to;

    /*
     * For runs that are interrupted (kernel/sample/), else NULL: called before each repetition, and
     * before each of its runs to start the counters.
     */
    void (*begin_repetition)(void);
    void (*begin_run)(void);
};

/*
 * The number of counters in a measurement: the probes' two, plus those read by a called routine, as
 * far as the pass uses them.
 */
unsigned measure_counters(const struct measure_setup *setup);

/* How a region is entered and left, which determines the overhead of an empty one. */
enum region_by {
    BY_PROBE, /* the code of pmc/region.h */
    BY_STUB,  /* calls of libp5mon's stubs */
    BY_NONE,  /* a whole run that has executed no probe */
    BY_BOTH,  /* a stub begins it and a probe ends it or vice versa: overhead unknown */
};

/* A region of the benchmark. */
struct measured_region {
    enum region_by by;
    uint16_t number;         /* 0 to 255, or REGION_WHOLE */
    bool varies;             /* entries or exits differ between repetitions */
    bool first;              /* entered before all others, if repetition_find_nested() has run */
    uint32_t entries, exits; /* in each repetition */
    /*
     * Probes of other regions inside it, in each repetition. For REGION_WHOLE those beyond one
     * begin and one end, which an empty run has too; for others 0 until repetition_find_nested().
     */
    uint32_t inner_begins, inner_ends;
    /* Stores and lines of probes that are missing in L1, in each repetition: probe_ranges_find() */
    uint32_t missed_stores, reloaded_lines;
    /*
     * Entries whose probes may have been missing in the code cache, its TLB or the BTB, and whose
     * end may have stored into lines missing in L1: the most of them, UINT32_MAX if unknown.
     */
    uint32_t cold_ends, displaced_ends;
    uint32_t entered_at, left_at, unpaired; /* as in struct region */
    uint32_t counters_written;              /* counters that it has written, as a mask */
};

/* The samples of one benchmark with one setting. The arrays are in the arena. */
struct measurement {
    const struct benchmark *benchmark;
    const struct measure_setup *setup;
    unsigned repetitions;     /* samples so far */
    unsigned runs_per_sample; /* 1; for sums over a batch, the batch's repetitions */
    bool begun;               /* a repetition was run, which may have been dropped */
    unsigned begun_cold;      /* warm: the first samples, each with one run that began cold */
    bool reprogrammed;        /* the benchmark set the counters itself: see libp5mon/ */
    unsigned n_regions;
    struct measured_region *region; /* [n_regions], in ascending order of number */
    int64_t *counts;                /* [n_regions][measure_counters()][setup->repetitions] */
    int64_t *clocks; /* [setup->repetitions], time-stamp counter over the whole run */
    /* The repetitions whose samples are only in sums (kernel/measure/summed); 0: all are above.
     */
    unsigned summed;
    struct summed_samples *sums;
};

/*
 * Finds the regions that the benchmark uses and allocates the samples; does no repetition yet.
 * Returns 0 or an error.
 */
int repetition_begin(const struct benchmark *benchmark, const struct measure_setup *setup,
                     struct measurement *out);

/*
 * Repeats until there are `repetitions` samples, at most setup->repetitions. The samples of a
 * repetition that faulted are dropped. Returns 0 or an error.
 */
int repetition_repeat(struct measurement *measurement, unsigned repetitions);

/*
 * Finds which region is entered first, and which probes of other regions are inside each region,
 * with one more uncounted run that is set up anew; query the last repetition's state before this
 * call. A single region contains no others, so nothing is run then. Returns 0 or E_MEASURE_FAULT.
 */
int repetition_find_nested(struct measurement *measurement);

/*
 * Sets everything up and makes one uncounted run, with the counters of the pass. Returns 0 or
 * E_MEASURE_FAULT.
 */
int repetition_run_uncounted(const struct measurement *measurement);

/*
 * Makes the benchmark check the result of its last run, if it can. Returns 0, E_MEASURE_WRONG with
 * a description in text, or E_MEASURE_FAULT.
 */
int repetition_check(const struct measurement *measurement, char *text, size_t size);

/* Runs a routine in ring 0 in the way benchmarks run, uncounted. Returns 0 or E_MEASURE_FAULT. */
int repetition_contain(void (*routine)(void));

/* Returns the samples of one region (its index in region[]) and counter. */
int64_t *measurement_counts(const struct measurement *measurement, unsigned place,
                            unsigned counter);

/* Executions of benchmarks since the start, including uncounted runs. */
extern unsigned measure_executions;

/* An empty region 0, and an empty benchmark: they measure the overhead of probes and calls. */
extern const struct benchmark measure_empty;

/* The regions of pmc/uncounted/nested_probes.h, warm in each state. */
extern const struct benchmark measure_inner_probes;

/* An empty run without probes. */
extern const struct benchmark measure_nothing;

/* An empty region through stubs. Its routine is NULL in an image without stubs. */
extern const struct benchmark measure_empty_stub;
