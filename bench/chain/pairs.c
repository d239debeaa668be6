/*
 * SPDX-License-Identifier: MIT
 * Two loads at a time, issued together: the chain's node and a word `stride` bytes above or below
 * it. Up to 24 bytes both are in one line; else they are in two lines, and no line occurs twice in
 * one traversal of the chain.
 *
 * WORK: each step is two reads. A branch ends each eight reads, and another enters the loop.
 */
#include "bench/chain/chain.h"

WORK(
    "if size=64K if pages=coloured region=chain data_read=24576 data_write=0 branches=24576/2/8+1");

static long order;

/*
 * The number of adjacent lines with nodes: the distance from a node to its other word, at least 1.
 */
static uint32_t lines_together(void)
{
    return (uint32_t)stride < 2 * LINE ? 1 : (uint32_t)stride / LINE;
}

/* Bytes of these lines and of the lines of their other words. */
static uint32_t group_bytes(void)
{
    return lines_together() * ((uint32_t)stride < LINE ? LINE : 2 * LINE);
}

static uint32_t groups(void)
{
    const uint32_t n = (uint32_t)size / group_bytes();

    return n ? n : 1;
}

static char *place(uint32_t i)
{
    return frames.nodes + i / lines_together() * group_bytes() + i % lines_together() * LINE +
           (order ? stride : 0);
}

static void setup(void)
{
    const uint32_t n = groups() * lines_together();
    uint32_t kernel;

    if (!chain_open(LINE, &kernel))
        return;
    for (uint32_t i = 0; i < n; i++)
        *(char **)place(i) = place(i + 1 < n ? i + 1 : 0);
    node = place(0);
    pages_close(&frames, kernel);
}

static inline void *chase_pairs(void *from, uint32_t turns, long apart)
{
    uint32_t other;

    __asm__ volatile(LOOP_START FOUR_TIMES("movl (%0, %3), %2\n\tmovl (%0), %0\n\t"
                                           "movl (%0, %3), %2\n\tmovl (%0), %0\n\t") "decl %1\n\t"
                                                                                     "jnz 1b"
                     : "+r"(from), "+r"(turns), "=&r"(other)
                     : "r"(apart)
                     : "memory", "cc");
    return from;
}

static __attribute__((noinline)) void measure(unsigned n, uint32_t warm, uint32_t turns)
{
    long apart = order ? -stride : stride;
    char *at = chase_pairs(node, warm, apart);

    IN_REGISTERS(at, turns);
    IN_REGISTERS(apart, turns);
    region_begin_at(n);
    at = chase_pairs(at, turns, apart);
    region_end_at(n);
    node = at;
}

static void run(void)
{
    if (!node)
        return;
    const uint32_t kernel = pages_open(&frames);
    measure(2, chain_warm(groups() * lines_together()) / UNROLLED, FIRST / 2 / UNROLLED);
    measure(1, 1, SHORT / 2 / UNROLLED);
    measure(0, 1, STEPS / 2 / UNROLLED);
    pages_close(&frames, kernel);
}

BENCHMARK("loads in pairs, a line or more apart", run, .setup = setup, .conclude = chain_conclude,
          .memory_for = chain_memory,
          .arguments = ARGUMENTS(ARGUMENT(size, "8K,16K,32K,64K,128K,256K,512K,1M,2M,4M,8M,16M"),
                                 ARGUMENT(stride, "8,16,24,32,48,64,96,128,160,192,224,256,288"),
                                 ARGUMENT(order, "forward,backward"),
                                 ARGUMENT(pages, PAGES_VALUES)));
