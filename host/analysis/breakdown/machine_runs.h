/*
 * SPDX-License-Identifier: MIT
 * Finds other runs of the same machine in the store: one that measured its penalties, and one with
 * a profile of the same benchmarks.
 */
#pragma once

#include "host/data/run/run.h"

struct machine_runs {
    struct run *machine, *profile; /* NULL if none was found */
    const struct run *of;          /* either of the two can be this run itself */
};

/*
 * Searches from the last run backwards for the same platform, processor and clock, and the same
 * settings of the virtual Pentium; the profile must also have the same build. `machine` and
 * `profile` name runs to use instead, or are NULL. Returns 0, or -1 after a message.
 */
int machine_runs_find(const struct run *run, const char *store, const char *machine,
                      const char *profile, struct machine_runs *found);
void machine_runs_free(struct machine_runs *found);
