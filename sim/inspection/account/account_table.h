/*
 * SPDX-License-Identifier: MIT
 * Sums of -account: for each region and counter, sums over its repetitions, and the same for each
 * of its instructions.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/inspection/observer.h"
#include "sim/model/clock_account.h"

/* Columns of figures of a model that executes in order, followed by one column per cause. */
enum {
    ACCOUNT_ALONE,  /* executions alone in U */
    ACCOUNT_U,      /* executions as the first of a pair */
    ACCOUNT_V,      /* executions as the second of a pair */
    ACCOUNT_RAISED, /* executions that ended in an exception */
    ACCOUNT_CLOCKS,
    ACCOUNT_ISSUE,
    ACCOUNT_EXECUTING,
    ACCOUNT_X87,
    ACCOUNT_LOST,
};

/* The same of a model that executes out of order; its clocks are in units of the model. */
enum {
    ACCOUNT_EXECUTED,
    ACCOUNT_EXCEPTED, /* executions that ended in an exception */
    ACCOUNT_ALL_CLOCKS,
    ACCOUNT_CAUSES,
};

#define ACCOUNT_FIGURES_MOST (ACCOUNT_CAUSES + CLOCK_CAUSES_MOST)

_Static_assert(ACCOUNT_LOST + LOST_CAUSES <= ACCOUNT_FIGURES_MOST, "there is room for all figures");

struct account_cost {
    /* A difference below 0, of a part of a clock, is modulo 2^64. */
    uint64_t figure[ACCOUNT_FIGURES_MOST];
};

struct account_line {
    struct observation seen; /* at its first execution */
    struct account_cost cost;
};

#define ACCOUNT_NAME_BYTES 128
#define ACCOUNT_WHOLE      256 /* region number of a run that is counted as a whole */

/* Identifies a region's account. */
struct account_key {
    char bench[ACCOUNT_NAME_BYTES]; /* including its case */
    bool empty;                     /* calibration: bench names the code that was run */
    bool program;                   /* an executable file, or its calibration */
    bool cold, user;                /* the state; whether it runs in ring 3 */
    uint8_t switched_off;           /* bits of TR12 */
    unsigned region, counter;
    bool stamp;          /* read by RDTSC instead of the counter */
    bool ring_3, ring_0; /* rings in which it counts */
};

struct account_region {
    struct account_key key;
    uint64_t repetitions, entries;
    uint64_t firsts; /* repetitions in which it was entered before all other regions */
    bool entered;    /* in the current repetition */
    bool broken;     /* begin and end are not paired, or a repetition did not end: no number */
    bool by_stub;    /* uses libp5mon's stub, which has its own probes */
    uint64_t calls;  /* system calls */
    struct account_cost cost;
    struct account_line *lines;
    uint32_t *buckets; /* line number + 1; 0: none */
    size_t count, room, last;
};

struct account_table {
    struct account_region **regions;
    size_t count;
    bool out_of_memory;
};

#define ACCOUNT_NO_LINE SIZE_MAX

bool account_same_key(const struct account_key *a, const struct account_key *b);

/* Returns the region's account, creating it if necessary; NULL if memory is exhausted. */
struct account_region *account_table_region(struct account_table *table,
                                            const struct account_key *key);

/* Adds to the region and to the instruction's line. */
void account_table_attribute(struct account_table *table, struct account_region *region,
                             const struct observation *seen, const struct account_cost *cost);

void account_table_release(struct account_table *table);
