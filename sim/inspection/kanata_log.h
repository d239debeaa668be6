/*
 * SPDX-License-Identifier: MIT
 * Writes instructions and their waits as a Kanata log.
 */
#pragma once

#include <stddef.h>

#include "sim/inspection/trace.h"

struct trace_wait {
    enum lost cause;
    uint64_t from, until; /* clocks */
};

struct trace_record {
    struct observation seen;
    size_t first_wait, waits; /* its entries in `waits` */
};

/* Returns 0, or -1 if memory is exhausted. */
int kanata_log_write(const struct symbols *symbols, const struct trace_record *records,
                     size_t count, const struct trace_wait *waits, FILE *to);
