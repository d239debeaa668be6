/*
 * SPDX-License-Identifier: MIT
 * Running a benchmark in one setting of the counters, and collecting what its regions counted.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bench/bench.h"
#include "pmc/schedule.h"

/* What the repetitions of one benchmark in one pass gave. Lives in the arena of kernel/memory.h. */
struct measurement {
    unsigned repetitions;
    unsigned n_regions; /* regions entered or left, in ascending order */
    uint8_t region[REGIONS];
    uint32_t entries[REGIONS]; /* in each repetition, by place in region[] */
    uint32_t exits[REGIONS];
    bool varies[REGIONS]; /* entries or exits were not the same in all repetitions */
    int64_t *counts;      /* [n_regions][P5_COUNTERS][repetitions] */
    int64_t *clocks;      /* [repetitions], time-stamp counter over the whole run */
};

/*
 * Runs the benchmark `repetitions` times with the counters set as in `pass`, each time right after
 * an uncounted run. 0, or -1 where the machine has too little memory for the samples.
 */
int measure(const struct benchmark *benchmark, const struct pmc *pmc, const struct pass *pass,
            unsigned repetitions, struct measurement *out);

/* Executions of benchmarks since the start, uncounted runs included. */
extern unsigned measure_executions;

/* The samples of one region (its place in region[]) and counter; `repetitions` of them. */
int64_t *measurement_counts(const struct measurement *measurement, unsigned place,
                            unsigned counter);

/* An empty region 0: what the probes themselves cost. */
extern const struct benchmark measure_empty;
