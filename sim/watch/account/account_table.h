/*
 * SPDX-License-Identifier: MIT
 * What --account adds up: for each region as one counter saw it, sums over its repetitions, and the
 * same for each instruction below it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/watch/observe.h"

/* The columns of figures; behind them a cause each. */
enum {
    ACCOUNT_ALONE,  /* executions alone in U, ... */
    ACCOUNT_U,      /* ... as the first of a pair, ... */
    ACCOUNT_V,      /* ... and as its second */
    ACCOUNT_RAISED, /* executions that ended in an exception */
    ACCOUNT_CLOCKS,
    ACCOUNT_ISSUE,
    ACCOUNT_EXECUTING,
    ACCOUNT_X87,
    ACCOUNT_LOST,
    ACCOUNT_FIGURES = ACCOUNT_LOST + LOST_CAUSES,
};

struct account_cost {
    uint64_t figure[ACCOUNT_FIGURES];
};

struct account_line {
    struct observation seen; /* the first time */
    struct account_cost cost;
};

#define ACCOUNT_NAME_BYTES 128
#define ACCOUNT_WHOLE      256 /* the region's number where a run is counted as a whole */

/* What tells one region's account from another's. */
struct account_key {
    char bench[ACCOUNT_NAME_BYTES]; /* with its case */
    bool empty;                     /* of a calibration: bench is "empty" or "empty stub" */
    bool cold, user;                /* the state; the ring that it runs in */
    uint8_t switched_off;           /* TR12's bits */
    unsigned region, counter;
    bool stamp;          /* RDTSC reads it, not the counter */
    bool ring_3, ring_0; /* where it counts */
};

struct account_region {
    struct account_key key;
    uint64_t repetitions, entries;
    bool entered; /* in the repetition under way */
    bool broken;  /* not begun and ended in pairs, or a repetition did not end: no number */
    bool by_stub; /* libp5mon's, whose probes are its own */
    struct account_cost cost;
    struct account_line *lines;
    uint32_t *buckets; /* line number + 1; 0 for none */
    size_t count, room, last;
};

struct account_table {
    struct account_region **regions;
    size_t count;
    bool out_of_memory;
};

#define ACCOUNT_NO_LINE SIZE_MAX

bool account_same_key(const struct account_key *a, const struct account_key *b);

/* Made if need be; NULL where memory is short. */
struct account_region *account_region_of(struct account_table *table,
                                         const struct account_key *key);

/* Adds to the region, and to the instruction's line. */
void account_book(struct account_table *table, struct account_region *region,
                  const struct observation *seen, const struct account_cost *cost);

void account_table_release(struct account_table *table);
