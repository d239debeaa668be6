/*
 * SPDX-License-Identifier: MIT
 * What one load takes whose address the load before it brought, over rings of nodes `stride` bytes
 * apart in `size` bytes. Each run goes on where the one before it was, so that a run's 8192 steps
 * need not come round a large ring.
 *
 * Work: each step is a read; a branch ends each eight, and one leads into the loop.
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
