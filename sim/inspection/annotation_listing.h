/*
 * SPDX-License-Identifier: MIT
 * Writes the listing of -annotate: clocks by cause, by symbol and by instruction.
 */
#pragma once

#include "sim/inspection/annotation.h"

struct cost {
    uint64_t units[3]; /* executions by enum unit */
    uint64_t raised;   /* executions that ended in an exception */
    uint64_t clocks;
    uint64_t lost[LOST_CAUSES]; /* clocks by cause */
};

struct annotation_line {
    struct observation seen; /* at its first execution */
    struct cost cost;
};

/* Sorts the lines by address and writes them. Returns 0, or -1 if memory is exhausted. */
int annotation_listing_write(const struct annotation_config *config, struct annotation_line *lines,
                             size_t count, FILE *to);
