/*
 * SPDX-License-Identifier: MIT
 * The part of a run that -trace and -vcd write: a number of clocks from a clock on, or from the
 * first time that execution reaches an address.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define TRACE_WINDOW_CLOCKS     10000u
#define TRACE_WINDOW_CLOCKS_MAX 1000000u

struct trace_window {
    bool at_address; /* `from` is known only once the address has been reached */
    uint32_t address;
    uint64_t from, clocks;
};

/* Call it when the instruction at `linear` begins at that clock. */
static inline void trace_window_reach(struct trace_window *window, uint32_t linear, uint64_t clock)
{
    if (window->at_address && linear == window->address) {
        window->at_address = false;
        window->from = clock;
    }
}

static inline bool trace_window_contains(const struct trace_window *window, uint64_t clock)
{
    return !window->at_address && clock >= window->from && clock - window->from < window->clocks;
}
