/*
 * SPDX-License-Identifier: MIT
 * A run's results by place: benchmark, region, event, ring, state and ablation of an experiment. A
 * kernel sends one result for each.
 */
#pragma once

#include "host/run/run.h"

/* The run's result in the same place as `like`, whose texts are the run's; NULL: there is none. */
const struct result *places_find(const struct run *run, const struct result *like);

/* The run's result of that event in the same place but for the ablation; NULL: there is none. */
const struct result *places_event(const struct run *run, const struct result *place,
                                  const char *event, const char *ablate);

/* What run.c keeps for these. */
struct places *places_new(void);
void places_free(struct places *places);
