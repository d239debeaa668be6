/*
 * SPDX-License-Identifier: MIT
 * Writes 16 KB that were never read, twice: the result depends only on the handling of write
 * misses.
 */
#include "tests/bench/reference/reference.h"

#define COUNT 4096

static uint32_t buffer[COUNT] __attribute__((aligned(4096)));

void reference_fill(void);

MEASURED void reference_fill(void)
{
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 0; i < COUNT; i++)
            ((volatile uint32_t *)buffer)[i] = round;
}

static void fill(void)
{
    region_begin(0);
    reference_fill();
    region_end(0);
}

BENCHMARK("writes that all miss", fill);
