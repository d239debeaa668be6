/*
 * SPDX-License-Identifier: MIT
 * Derived metrics: groups of formulas, each group a text file (host/data/metrics/metric_file.h),
 * which a user can add to.
 */
#pragma once

#include "host/data/metrics/metric_file.h"
#include "host/data/run/run.h"

/* All groups: the built-in ones, then those of ~/.config/bareprobe/metrics and ./metrics. A later
 * group replaces an earlier one of the same name. */
struct metric_groups {
    struct metric_group *groups; /* sorted by name */
    unsigned n_groups;
};

/* Reads all groups. An invalid file is reported on stderr as FILE:LINE:COLUMN: and skipped. Returns
 * the number of invalid files. */
int metric_groups_read(struct metric_groups *groups);
void metric_groups_free(struct metric_groups *groups);
const struct metric_group *metric_groups_find(const struct metric_groups *groups, const char *name);

/* Stores each of the group's events once, in order of appearance; returns their number. */
unsigned metric_groups_events(const struct metric_group *group, const char **events, unsigned room);

/*
 * Evaluates the metric for the region, ring, state and experiment of `place` from the run's other
 * results at that place. Returns 0, or -1 if an event is missing or has no number; *missing is then
 * its name.
 */
int metric_groups_evaluate(const struct metric *metric, const struct run *run,
                           const struct result *place, struct formula_estimate *estimate,
                           const char **missing);
