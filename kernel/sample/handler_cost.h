/*
 * SPDX-License-Identifier: MIT
 * What an interruption costs, found out by interrupting a loop of known length.
 */
#pragma once

#include "kernel/sample/engine/sampler.h"

struct handler_cost {
    fixed_t median, minimum, maximum; /* clocks of one */
    uint32_t outside; /* clocks that its handler does not see, each time it is entered */
    fixed_t counted[SAMPLED_COUNTERS]; /* what it adds to the counters of the pass; may be < 0 */
};

/* In that setting's ring and pass, with the source opened; `stepped`: the steps (steps.h) too. 0,
 * or -1, which was reported. */
int handler_cost_find(struct run *run, const struct variant *variant, unsigned pass,
                      const struct sample_source *source, bool stepped, struct handler_cost *cost);
