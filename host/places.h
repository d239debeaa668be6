/*
 * SPDX-License-Identifier: MIT
 * Which places of a run have their result: benchmark, region, event, ring, state and ablation of an
 * experiment. A kernel sends one result for each.
 */
#pragma once

#include "host/run.h"

struct places {
    unsigned *slots; /* a result's index and 1, 0 where free; open addressing, room a power of 2 */
    unsigned room, count;
};

/* Whether one of the run's results has the place that `result` is for. */
bool places_taken(const struct places *places, const struct run *run, const struct result *result);

/* The run's last result has been added. */
void places_add(struct places *places, const struct run *run);

void places_clear(struct places *places);
