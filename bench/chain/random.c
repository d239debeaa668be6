/*
 * SPDX-License-Identifier: MIT
 * A chain of loads in random order, one cycle through nodes `stride` bytes apart.
 *
 * WORK: each step is a read. A branch ends each eight steps, and another enters the loop.
 */
#include "bench/chain/chain.h"

WORK("if size=64K if pages=coloured region=chain data_read=24576 data_write=0 branches=24576/8+1");

/*
 * Sattolo's algorithm for a single cycle: swap each node's successor with that of an earlier node.
 */
static void setup(void)
{
    uint32_t kernel;

    if (!chain_open((uint32_t)stride, &kernel))
        return;
    for (uint32_t i = 0; i < chain_nodes(); i++)
        *(char **)chain_node(i) = chain_node(i);
    for (uint32_t i = chain_nodes() - 1; i > 0; i--) {
        char **last = (char **)chain_node(i), **other = (char **)chain_node((uint32_t)rand() % i);
        char *successor = *last;

        *last = *other;
        *other = successor;
    }
    pages_close(&frames, kernel);
}

BENCHMARK("latency of a load, at random in memory", chain_run, .setup = setup,
          .conclude = chain_conclude, .memory_for = chain_memory,
          .arguments = ARGUMENTS(ARGUMENT(size, SIZES), ARGUMENT(stride, STRIDES),
                                 ARGUMENT(pages, PAGES_VALUES)));
