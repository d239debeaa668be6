/*
 * SPDX-License-Identifier: MIT
 * A chain of loads, one per cache line: the lines of a block of `lines` lines in random order, then
 * those of the next block.
 *
 * WORK: each step is a read. A branch ends each eight steps, and another enters the loop.
 */
#include "bench/chain/chain.h"

#define LINES "8,16,32,64,128,256,512,1K,2K,4K,8K,16K"

WORK("if size=64K if pages=coloured region=chain data_read=24576 data_write=0 branches=24576/8+1");

static long lines;

/* Each node first contains its index in the order, then, from the last node on, its address. */
static void setup(void)
{
    uint32_t kernel, block, last;

    stride = LINE;
    if (!chain_open(LINE, &kernel))
        return;
    block = (uint32_t)lines < chain_nodes() ? (uint32_t)lines : chain_nodes();
    uint16_t *order = malloc(block * sizeof *order);

    last = 0;
    for (uint32_t first = 0; first < chain_nodes(); first += block) {
        for (uint32_t i = 0; i < block; i++) {
            const uint32_t other = (uint32_t)rand() % (i + 1);

            order[i] = order[other];
            order[other] = (uint16_t)i;
        }
        for (uint32_t i = 0; i < block; i++) {
            if (first || i)
                *(char **)chain_node(last) = chain_node(first + order[i]);
            else
                node = chain_node(order[0]);
            last = first + order[i];
        }
    }
    *(char **)chain_node(last) = node;
    pages_close(&frames, kernel);
}

static uint32_t memory_for(void)
{
    stride = LINE;
    return chain_memory() + (uint32_t)lines * 2 + PAGE;
}

BENCHMARK("latency of a load, at random in blocks", chain_run, .setup = setup,
          .conclude = chain_conclude, .memory_for = memory_for,
          .arguments = ARGUMENTS(ARGUMENT(size, SIZES), ARGUMENT(lines, LINES),
                                 ARGUMENT(pages, PAGES_VALUES)));
