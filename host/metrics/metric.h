/*
 * SPDX-License-Identifier: MIT
 * Derived metrics: groups of formulas, each group a text file that a user can write too.
 *
 * A file NAME.metric, `#` starts a comment line:
 *   SHORT Clocks per instruction        one line
 *   METRICS                             then one formula a line, until LONG
 *   CPI [clocks] = count_clocks / instructions_executed
 *   LONG                                then a paragraph on how to read it, to the end
 *
 * Which events a group needs follows from its formulas (host/metrics/formula.h).
 */
#pragma once

#include "host/metrics/formula.h"
#include "host/run/run.h"

#define METRICS_MOST 12 /* in one group */

struct metric {
    char *name, *unit; /* unit is "" where none is given */
    struct formula formula;
};

struct metric_group {
    char *name; /* the file's, without folder and ending */
    char *file; /* as messages name it */
    char *text; /* SHORT */
    char *how_to_read;
    struct metric metrics[METRICS_MOST];
    unsigned n_metrics;
};

/* All groups: the program's own, then those of ~/.config/bareprobe/metrics and ./metrics, where a
 * later one replaces an earlier of its name. */
struct metric_groups {
    struct metric_group *groups; /* by name */
    unsigned n_groups;
};

/*
 * Reads them all. A file that is wrong is told on stderr as FILE:LINE:COLUMN: and left out; the
 * return value is the number of such files.
 */
int metric_groups_read(struct metric_groups *groups);
void metric_groups_free(struct metric_groups *groups);
const struct metric_group *metric_group_find(const struct metric_groups *groups, const char *name);

/* One group from text[length]. 0, or -1 after a message that names file, line and column. */
int metric_group_read(const char *file, const char *text, size_t length,
                      struct metric_group *group);
void metric_group_free(struct metric_group *group);

/* The group's events in the order in which they appear, each once; returns their number. */
unsigned metric_group_events(const struct metric_group *group, const char **events, unsigned room);

/*
 * The metric over the region, ring, state and experiment of `place`, from the run's other results
 * there. 0, or -1 where an event is missing or has no number: *missing then names it.
 */
int metric_over(const struct metric *metric, const struct run *run, const struct result *place,
                struct estimate *estimate, const char **missing);
