/*
 * SPDX-License-Identifier: MIT
 * The clocks of a load whose address is the result of the load before it, over rings of nodes
 * `stride` bytes apart in `size` bytes. Each run continues where the previous one ended, so that
 * its 8192 steps need not complete a large ring.
 *
 * WORK: each step is a read. A branch ends each eight steps, and another enters the loop.
 */
#include <stdlib.h>

#include "bench/memory/chase.h"

#define STEPS 8192u

region_name(0, "chase");
WORK("region=chase data_read=8192 data_write=0 branches=8192/8+1 items=8192");

static long size, stride;
static void *node;

static void setup(void)
{
    const uint32_t n = (uint32_t)(size > stride ? size / stride : 1);

    node = ring(aligned_alloc(4096, (size_t)size), n, (uint32_t)stride);
}

static void run(void)
{
    node = measure_chase(0, node, UNROLLED, STEPS);
}

static uint32_t memory_for(void)
{
    return (uint32_t)size + 8192;
}

BENCHMARK("latency of loads by pointer chase", run, .setup = setup, .memory_for = memory_for,
          .arguments = ARGUMENTS(ARGUMENT(size, "1K..8M*2"), ARGUMENT(stride, "4,32,4K")));
