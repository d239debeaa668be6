/*
 * SPDX-License-Identifier: MIT
 * What a load takes, case by case: from a run of bench/chain, or from a table of what was measured
 * on silicon (tests/data/silicon/NAME_mem.tsv, installed with the program).
 */
#pragma once

#include "host/run/run.h"
#include "host/show/show.h"

struct latency {
    char name[120]; /* of the case, without its size */
    double size;    /* bytes */
    double clocks;
};

struct latency_table {
    char source[160]; /* whose figures they are */
    struct latency *rows;
    unsigned n;
};

/* The run's findings `clocks_per_load` of benchmarks that are selected. */
void latency_of_run(struct latency_table *table, const struct run *run,
                    const struct selection *selection);

/* The table of that name. 0, or -1 after a message that names those there are. */
int latency_of_silicon(struct latency_table *table, const char *name);

void latency_free(struct latency_table *table);
