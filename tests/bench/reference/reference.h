/*
 * SPDX-License-Identifier: MIT
 * Programs whose counts valgrind determines too: tests/reference/test_valgrind.py links the same
 * object file as a Linux program. Only the work functions are linked there, so they may not call
 * others.
 */
#pragma once

#include <stdint.h>

#include "bench/bench.h"

/* A function that is measured as a whole, from the call to the return. */
#define MEASURED __attribute__((noinline, noclone))

/*
 * Stores to a line that is in the data cache already. The P5 allocates no line on a write miss,
 * cachegrind does; after the line has been read both contain the same lines.
 */
static inline void store(uint32_t *place, uint32_t value)
{
    (void)*(volatile uint32_t *)place;
    *place = value;
}

/* Numerical Recipes, section 7.1. */
static inline uint32_t next_random(uint32_t *state)
{
    return *state = *state * 1664525 + 1013904223;
}
