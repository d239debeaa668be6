/*
 * SPDX-License-Identifier: MIT
 * Load latencies, case by case: from a run of bench/chain, or from a table measured on a real chip
 * (tests/data/silicon/NAME_mem.tsv, installed with the program).
 */
#pragma once

#include "host/data/run/run.h"
#include "host/data/selection/result_selection.h"

struct latency {
    char name[120]; /* name of the case, without its size */
    double size;    /* bytes */
    double clocks;
};

struct latency_table {
    char source[160]; /* the run or table */
    struct latency *rows;
    unsigned n;
};

/* Reads the run's findings `clocks_per_load` of the selected benchmarks. */
void latency_table_of_run(struct latency_table *table, const struct run *run,
                          const struct result_selection *selection);

/* Reads the table of that name. Returns 0, or -1 after a message that lists the existing tables. */
int latency_table_of_chip(struct latency_table *table, const char *name);

void latency_table_free(struct latency_table *table);
