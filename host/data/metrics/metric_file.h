/*
 * SPDX-License-Identifier: MIT
 * Parses the text file of a group of metrics.
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

#include <stddef.h>

#include "host/data/metrics/formula.h"

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

/* Parses one group from text[length]. Returns 0, or -1 after a message with file, line and
 * column. */
int metric_file_parse(const char *file, const char *text, size_t length,
                      struct metric_group *group);
void metric_file_free_group(struct metric_group *group);
