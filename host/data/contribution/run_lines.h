/*
 * SPDX-License-Identifier: MIT
 * Finds the lines of each run in a log.
 */
#pragma once

#include "host/data/wire/record_collector.h"

struct run_line {
    const char *text; /* with its end of line */
    size_t length;
    unsigned run; /* place of the run in the collection; the lines before its first record are the
                     run's, too */
};

struct run_lines {
    struct collection collection;
    struct run_line *lines;
    unsigned n;
};

/* `bytes` is the log, and must outlive the lines; `name` is the log's name for messages. */
void run_lines_read(struct run_lines *lines, const char *name, const char *bytes, size_t length);
void run_lines_free(struct run_lines *lines);
