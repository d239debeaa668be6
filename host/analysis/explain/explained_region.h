/*
 * SPDX-License-Identifier: MIT
 * Explains a region of a benchmark: its clocks by cause, and its loops, for one repetition.
 */
#pragma once

#include "host/analysis/explain/explained.h"
#include "host/analysis/loop/bench_watch.h"
#include "host/analysis/loop/region_loops.h"
#include "host/analysis/profile/source_lines.h"

struct explained_region {
    double clocks; /* as in the run's result */
    double probes; /* part of the clocks that belongs to no instruction of the region */
    struct cause_sums causes;
    struct model *model;
    struct code_form *forms; /* of the account's rows */
    struct region_loop loops[MOST_LOOPS];
    unsigned n_loops; /* the most expensive loop first */
    struct source_lines *sources;
};

void explained_region_make(struct explained_region *explained, const struct bench_watch *watch,
                           const struct account_region *region);
void explained_region_free(struct explained_region *explained);

/*
 * Explains one of its loops, which is observed in the middle of the counted run. Its sums include
 * all iterations in the region. Returns -1 after a message.
 */
int explained_region_loop(struct explained_region *explained, const struct bench_watch *watch,
                          const struct account_region *region, const struct region_loop *which,
                          struct explained_loop *loop);
