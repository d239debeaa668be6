/*
 * SPDX-License-Identifier: MIT
 * The places of a run that a picture has bars for: a region of a benchmark in a machine state.
 */
#pragma once

#include "host/run/run.h"
#include "host/show/show.h"

struct row {
    const struct result *place; /* any result there; which event it is of means nothing */
    char label[60];             /* what tells it from the picture's other rows */
};

struct rows {
    struct row *rows;
    unsigned n;
    char same[140]; /* what all of them have in common */
};

/*
 * The places in which a selected result of `event` (NULL: any) has numbers, in the order in which
 * `show` has them. by_ablation: a place in all ablations is one row.
 */
void rows_find(struct rows *rows, const struct run *run, const struct selection *selection,
               const char *event, bool by_ablation);
void rows_free(struct rows *rows);

/* The result of an event in the place of `place`, with numbers, under the ablation given; NULL
 * where there is none. */
const struct result *rows_result(const struct run *run, const struct result *place,
                                 const char *event, const char *ablate);

/*
 * The event that a picture of one event is of: of those selected that have numbers count_clocks,
 * else time_stamp, else the first. NULL where none has.
 */
const char *rows_event(const struct run *run, const struct selection *selection);

/* "ring 0", "ring 3", "rings 0 and 3". */
const char *rows_ring(const char *ring);

/* Adds a part to a label of `size` bytes, a comma between; cut with dots where there is no room. */
void rows_join(char *label, size_t size, const char *part);
