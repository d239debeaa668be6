/*
 * SPDX-License-Identifier: MIT
 * Instructions and their waits as a Kanata log.
 */
#pragma once

#include <stddef.h>

#include "sim/watch/trace.h"

struct trace_wait {
    enum lost cause;
    uint64_t from, until; /* clocks */
};

struct trace_record {
    struct observation seen;
    size_t first_wait, waits; /* which of all waits are its own */
};

/* 0, or -1 where memory is short. */
int trace_log(const struct symbols *symbols, const struct trace_record *records, size_t count,
              const struct trace_wait *waits, FILE *to);
