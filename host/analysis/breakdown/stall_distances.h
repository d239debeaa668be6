/*
 * SPDX-License-Identifier: MIT
 * Distances between the stalls of two multiplexed runs of a benchmark (Azimi, Stumm, Wisniewski,
 * ICS 2005, Table 3): warm and cold, V pipe on and off, before and after a change. Rounds of
 * equally many instructions are compared, so that both runs are at the same place of the program.
 */
#pragma once

#include <stdio.h>

#include "host/analysis/breakdown/breakdown.h"
#include "host/data/selection/result_selection.h"

/* Clocks of one part, or counts of one event, in both runs. */
struct stall_distance {
    const char *name;
    double before, after; /* sums over the rounds */
    /* Kullback-Leibler divergence, in nats, of the shares of the rounds after from those before;
     * NAN if the clocks or counts are rarer than one in 10,000 instructions in either run */
    double distance;
    unsigned replaced; /* rounds with nothing after, for which half a clock or count is used */
};

/* Both runs of one benchmark. */
struct stall_comparison {
    const struct sampling *before, *after;
    unsigned rounds;
    double instructions; /* of a round */
    struct stall_distance *all;
    unsigned n;
    double parts_distance; /* of the shares of the parts over all rounds; NAN without parts */
};

struct stall_comparisons {
    struct stall_comparison *all;
    unsigned n;
};

/*
 * Compares the cases of two runs that have the same benchmark, state and ablation; if a benchmark
 * has one case in each run, these two; if both runs are the same, each case with the benchmark's
 * first one. Parts are compared for a P5; for other processors, clocks, instructions, branches, and
 * events with the same name. `store` is where runs with this machine's penalties are. Returns 0, or
 * -1 after a message.
 */
int stall_distances_find(const struct run *before, const struct run *after,
                         const struct result_selection *selection, const char *store,
                         struct stall_comparisons *found);
void stall_distances_free(struct stall_comparisons *found);

/* Print them: a table for each benchmark, or a row for each part and benchmark. */
void stall_distance_tables(const struct stall_comparisons *found, bool colour, FILE *to);
void stall_distance_csv(const struct stall_comparisons *found, FILE *to);
