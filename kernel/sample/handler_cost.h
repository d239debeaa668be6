/*
 * SPDX-License-Identifier: MIT
 * Calibrates the cost of an interruption by interrupting a loop of known length.
 */
#pragma once

#include "kernel/sample/engine/sampler.h"

struct handler_cost {
    fixed_t median, minimum, maximum; /* clocks of an interruption */
    uint32_t outside; /* clocks outside the handler's own measurement, each time it is entered */
    /* Events that an interruption adds to the counters of the pass; may be negative. */
    fixed_t counted[SAMPLED_COUNTERS];
};

/*
 * Calibrates in that ring and pass, with the source opened. If `stepped`, includes single steps
 * (single_steps.h). Returns 0, or -1 after reporting an error.
 */
int handler_cost_find(struct kernel_run *run, const struct variant *variant, unsigned pass,
                      const struct sample_source *source, bool stepped, struct handler_cost *cost);
