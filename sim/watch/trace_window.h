/*
 * SPDX-License-Identifier: MIT
 * The part of a run that -trace and -vcd write: a number of clocks from a clock on, or from the
 * first time that execution reaches an address.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define STRETCH_CLOCKS     10000u
#define STRETCH_CLOCKS_MAX 1000000u

struct stretch {
    bool at_address; /* `from` is known only once the address has been reached */
    uint32_t address;
    uint64_t from, clocks;
};

/* Call it when the instruction at `linear` begins at that clock. */
static inline void stretch_reach(struct stretch *stretch, uint32_t linear, uint64_t clock)
{
    if (stretch->at_address && linear == stretch->address) {
        stretch->at_address = false;
        stretch->from = clock;
    }
}

static inline bool stretch_holds(const struct stretch *stretch, uint64_t clock)
{
    return !stretch->at_address && clock >= stretch->from &&
           clock - stretch->from < stretch->clocks;
}
