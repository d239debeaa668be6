/*
 * SPDX-License-Identifier: MIT
 * Requires more memory than a machine may have; the amount depends on its argument.
 */
#include <stdlib.h>

#include "bench/bench.h"

static long megabytes;
static char *memory;

static uint32_t needs(void)
{
    return (uint32_t)megabytes << 20;
}

static void fill(void)
{
    memory = malloc(needs());
}

static void touch(void)
{
    region_begin(0);
    memory[0] = 1;
    memory[needs() - 1] = 2;
    region_end(0);
}

static const char *verify(void)
{
    return memory[0] + memory[needs() - 1] == 3 ? NULL : "what was written is not there";
}

BENCHMARK("touches both ends of its memory", touch, .setup = fill, .check = verify,
          .memory_for = needs, .arguments = ARGUMENTS(ARGUMENT(megabytes, "1,2,5,20,63")));
