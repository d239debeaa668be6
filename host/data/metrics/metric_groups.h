/*
 * SPDX-License-Identifier: MIT
 * Derived metrics: groups of formulas, each group a text file, which a user can add to.
 *
 * A file NAME.metric; a line that begins with `#` is a comment:
 *   SHORT Clocks per instruction        one line
 *   METRICS                             then one formula per line, up to LONG
 *   CPI [clocks] = count_clocks / instructions_executed
 *   LONG                                then a paragraph on how to read it, up to the end
 *
 * The events that a group needs follow from its formulas (host/data/metrics/formula.h).
 */
#pragma once

#include "host/data/metrics/formula.h"
#include "host/data/run/run.h"

#define METRICS_MOST 12 /* per group */

struct metric {
    char *name, *unit; /* unit is "" if the file gives none */
    struct formula formula;
};

struct metric_group {
    char *name; /* the file name without directory and suffix */
    char *file; /* the file name for messages */
    char *text; /* the line SHORT */
    char *how_to_read;
    struct metric metrics[METRICS_MOST];
    unsigned n_metrics;
};

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

/* Parses one group from text[length]. Returns 0, or -1 after a message with file, line and
 * column. */
int metric_file_parse(const char *file, const char *text, size_t length,
                      struct metric_group *group);
void metric_file_free_group(struct metric_group *group);

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
