/*
 * SPDX-License-Identifier: MIT
 * Finds the size of the second-level cache, the clocks of a line from it and from memory, and the
 * bytes per bus transfer.
 *
 * Regions "size": nodes 1 KB apart, over that much memory, in a ring larger than the first cache.
 * Regions "word N": the first word of each line, and then the one N bytes after it, which is
 * available at once if it came with the first; lines come from memory.
 */
#include <stdlib.h>

#include "bench/memory/chase.h"
#include "bench/memory/infer.h"
#include "bench/memory/loop.h"

#define K       1024u
#define M       (1024 * K)
#define DENSE   (1 * K)
#define LARGEST (2 * M)
#define STEPS   2048u
#define LINES   256u

enum { SIZES = 6, WORDS = 7, WORD = SIZES, HIT = WORD + WORDS };
region_name(0, "size 64K");
region_name(1, "size 128K");
region_name(2, "size 256K");
region_name(3, "size 512K");
region_name(4, "size 1M");
region_name(5, "size 2M");
region_name(6, "word 4");
region_name(7, "word 8");
region_name(8, "word 12");
region_name(9, "word 16");
region_name(10, "word 20");
region_name(11, "word 24");
region_name(12, "word 28");
region_name(13, "first cache");

static const struct point sizes[SIZES] = {
    {64 * K, STEPS},  {128 * K, STEPS}, {256 * K, STEPS},
    {512 * K, STEPS}, {1 * M, STEPS},   {2 * M, STEPS},
};

static char *memory;

static void setup(void)
{
    memory = aligned_alloc(4 * K, LARGEST);
}

/*
 * A step reads the pointer, then the word `behind` bytes after it, and then rests until the bus is
 * idle.
 */
static inline void *chase_words(void *node, uint32_t steps, uint32_t behind)
{
    uint32_t rest = 1;
    void *next;

    __asm__ volatile(LOOP_START
                     "movl (%0), %3\n\t"
                     "movl (%0, %4), %0\n\t" FOUR_TIMES("imull %2, %2\n\t") "decl %1\n\t"
                                                                            "movl %3, %0\n\t"
                                                                            "jnz 1b"
                     : "+r"(node), "+r"(steps), "+r"(rest), "=&r"(next)
                     : "r"(behind)
                     : "memory", "cc");
    return node;
}

static __attribute__((noinline)) void *measure_words(unsigned n, void *node, uint32_t behind)
{
    node = chase_words(node, 8, behind);
    region_begin_at(n);
    node = chase_words(node, LINES, behind);
    region_end_at(n);
    return node;
}

static void run(void)
{
    void *node;

    for (unsigned i = 0; i < SIZES; i++)
        measure_chase(i, ring(memory, sizes[i].value / DENSE, DENSE), STEPS, STEPS);
    node = ring(memory, LARGEST / DENSE, DENSE);
    for (unsigned i = 0; i < WORDS; i++)
        node = measure_words(WORD + i, node, 4 + i * 4);
    measure_chase(HIT, ring(memory, 1, DENSE), UNROLLED, STEPS);
}

/* The distance of the first word that takes longer than the one before. */
static int64_t bus_width(void)
{
    const int64_t first = cost(WORD, LINES), last = cost(WORD + WORDS - 1, LINES);

    for (unsigned i = 1; i < WORDS; i++)
        if (last > first && cost(WORD + i, LINES) - first > (last - first) / 6)
            return (4 + (int64_t)i * 4) * 1000;
    return -1;
}

/* Clocks of a line, from the smallest size that does not fit the first cache. */
static int64_t l2_line_fill(int64_t hit)
{
    unsigned i = 0;

    while (i < SIZES - 1 && cost(i, STEPS) < hit + hit / 4)
        i++;
    return cost(i, STEPS);
}

static void conclude(void)
{
    const int64_t size = holds(0, sizes, SIZES, 4);
    const int64_t hit = cost(HIT, STEPS), miss = cost(SIZES - 1, STEPS);

    publish("l2_size", size, "bytes");
    publish("l2_line_fill", size < 0 ? -1 : l2_line_fill(hit), "clocks");
    publish("memory_line_fill", hit > 0 && miss > hit + hit / 4 ? miss : -1, "clocks");
    publish("bus_width", bus_width(), "bytes");
}

BENCHMARK("second cache, memory and bus", run, .setup = setup, .conclude = conclude,
          .memory = LARGEST + 8 * K);
