/*
 * SPDX-License-Identifier: MIT
 * A region of a benchmark: its clocks by cause, and its loops, for one repetition.
 */
#pragma once

#include "host/loop/bench_watch.h"
#include "host/explain/explained.h"
#include "host/loop/region_loops.h"
#include "host/profile/source_lines.h"

struct explained_region {
    double clocks; /* as the run's result has them */
    double probes; /* of them what is no instruction's of the region */
    struct cause_sums causes;
    struct model *model;
    struct code_form *forms; /* of the account's rows */
    struct region_loop loops[MOST_LOOPS];
    unsigned n_loops; /* the dearest first */
    struct source_lines *sources;
};

void explained_region_make(struct explained_region *explained, const struct bench_watch *watch,
                           const struct account_region *region);
void explained_region_free(struct explained_region *explained);

/* One of its loops, watched in the middle of the counted run: its sums are the region's, all turns
 * of it. -1 after a message. */
int explained_region_loop(struct explained_region *explained, const struct bench_watch *watch,
                          const struct account_region *region, const struct region_loop *which,
                          struct explained_loop *loop);
