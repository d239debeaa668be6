/*
 * SPDX-License-Identifier: MIT
 * Finds a run's results by place: benchmark, region, event, ring, state and ablation of an
 * experiment. A kernel sends one result for each place.
 */
#pragma once

#include "host/data/run/run.h"

/* Returns the run's result in the same place as `like`, whose texts must be the run's; NULL if it
 * is missing. */
const struct result *result_index_find(const struct run *run, const struct result *like);

/* Returns the run's result of an event in the same place under the given ablation; NULL if it is
 * missing. */
const struct result *result_index_event(const struct run *run, const struct result *place,
                                        const char *event, const char *ablate);
