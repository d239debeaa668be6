/*
 * SPDX-License-Identifier: MIT
 * Other runs of the same box in the store: the one that has measured its penalties, and one that
 * has sampled the same benchmarks.
 */
#pragma once

#include "host/run/run.h"

struct box_runs {
    struct run *machine, *profile; /* NULL where there is none */
    const struct run *of;          /* either may be this run itself */
};

/*
 * Looks from the last run on: same platform, processor and clock, the same settings of the virtual
 * Pentium; for the profile the same build too. `machine` and `profile` name runs to take instead,
 * or are NULL. 0, or -1 after a message.
 */
int box_runs_find(const struct run *run, const char *store, const char *machine,
                  const char *profile, struct box_runs *found);
void box_runs_free(struct box_runs *found);
