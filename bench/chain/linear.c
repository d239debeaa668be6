/*
 * SPDX-License-Identifier: MIT
 * A chain of loads, upwards: each node is `stride` bytes above the one before it.
 *
 * WORK: each step is a read. A branch ends each eight steps, and another enters the loop.
 */
#include "bench/chain/chain.h"

WORK("if size=64K if pages=coloured region=chain data_read=24576 data_write=0 branches=24576/8+1");

static void setup(void)
{
    uint32_t kernel;

    if (!chain_open((uint32_t)stride, &kernel))
        return;
    ring(chain_node(0), chain_nodes(), (uint32_t)stride);
    pages_close(&frames, kernel);
}

BENCHMARK("latency of a load, upwards through memory", chain_run, .setup = setup,
          .conclude = chain_conclude, .memory_for = chain_memory,
          .arguments = ARGUMENTS(ARGUMENT(size, SIZES), ARGUMENT(stride, STRIDES),
                                 ARGUMENT(pages, PAGES_VALUES)));
