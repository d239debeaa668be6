/*
 * SPDX-License-Identifier: MIT
 * A chain of loads, downwards: each node is `stride` bytes below the one before it.
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
    for (uint32_t i = 1; i < chain_nodes(); i++)
        *(char **)chain_node(i) = chain_node(i - 1);
    *(char **)chain_node(0) = chain_node(chain_nodes() - 1);
    pages_close(&frames, kernel);
}

BENCHMARK("latency of a load, downwards through memory", chain_run, .setup = setup,
          .conclude = chain_conclude, .memory_for = chain_memory,
          .arguments = ARGUMENTS(ARGUMENT(size, SIZES), ARGUMENT(stride, STRIDES),
                                 ARGUMENT(pages, PAGES_VALUES)));
