/*
 * SPDX-License-Identifier: MIT
 * How many ways the data cache has, and which line of a set it gives up.
 *
 * "ways N": N lines 16 KB apart, all in one set of a cache whose ways are no larger, taken in turn.
 * As many as there are ways stay; with one more, LRU and its kin lose each line just before it is
 * wanted again.
 *
 * The rest is for N lines in a set of as many ways: they are read in some order, then a line more,
 * then "oldest N" is the time to read the first of the order again. True LRU has always given up
 * that one. A tree of bits that point away from what was used last has given up another one where
 * the last of the order shares a half of the set with the first: with 4 ways in a third of all
 * pairs of first and last. FIFO and random replacement do not care for the order. "newest N" reads
 * the last of the order, which is a hit, and "absent N" a line that is not there.
 *
 * The set is chosen apart from those that the probes' own data use.
 *
 * Work: each step is one read, which is a hit with as many lines as there are ways, and a miss with
 * more.
 */
#include <stdlib.h>

#include "bench/memory/chase.h"
#include "bench/memory/infer.h"

#define K       1024u
#define APART   (16 * K)
#define LINE    32u
#define STEPS   1024u
#define LARGEST 17u
#define TRIALS  56u /* as there are pairs of first and last among 8 */

enum { WAYS = 11, SHAPES = 3, OLDEST = WAYS, NEWEST = OLDEST + SHAPES, ABSENT = NEWEST + SHAPES };

region_name(0, "ways 1");
region_name(1, "ways 2");
region_name(2, "ways 3");
region_name(3, "ways 4");
region_name(4, "ways 5");
region_name(5, "ways 6");
region_name(6, "ways 7");
region_name(7, "ways 8");
region_name(8, "ways 9");
region_name(9, "ways 16");
region_name(10, "ways 17");
region_name(11, "oldest 2");
region_name(12, "oldest 4");
region_name(13, "oldest 8");
region_name(14, "newest 2");
region_name(15, "newest 4");
region_name(16, "newest 8");
region_name(17, "absent 2");
region_name(18, "absent 4");
region_name(19, "absent 8");

WORK("region=1 data_read=1024 data_read_miss=0");
WORK("region=10 data_read=1024 data_read_miss=1024");
WORK("cpu=p55c region=3 data_read=1024 data_read_miss=0");

static const struct point ways[WAYS] = {
    {1, STEPS}, {2, STEPS}, {3, STEPS}, {4, STEPS},  {5, STEPS},       {6, STEPS},
    {7, STEPS}, {8, STEPS}, {9, STEPS}, {16, STEPS}, {LARGEST, STEPS},
};
static const unsigned shapes[SHAPES] = {2, 4, 8};

static char *memory;

static void setup(void)
{
    memory = aligned_alloc(4 * K, LARGEST * APART);
}

/* A set half a page off region n's slot, or near that if the stack is there. */
static char *set_for(unsigned n)
{
    const uint32_t slot = (uint32_t)&regions[n], stack = (uint32_t)&slot;
    uint32_t offset = slot + 1536;

    if (((offset - stack + 512) & (2 * K - 1)) < K)
        offset += 640;
    return memory + (offset & (4 * K - 1) & ~(LINE - 1));
}

static inline void touch(char *set, unsigned line)
{
    keep(*(volatile uint32_t *)(set + line * APART));
}

/*
 * All n lines are there, whatever is done with a full set; then in order, `first` to `last`. The
 * turns vary so that the reads find the bus in all its phases.
 */
static void settle(char *set, unsigned n, unsigned first, unsigned last, unsigned turns)
{
    for (unsigned turn = 0; turn < turns; turn++)
        for (unsigned line = 0; line < n; line++)
            touch(set, line);
    touch(set, first);
    for (unsigned line = 0; line < n; line++)
        if (line != first && line != last)
            touch(set, line);
    touch(set, last);
    touch(set, n);
}

static __attribute__((noinline)) void measure_read(unsigned region, char *set, unsigned line)
{
    const char *at = set + line * APART;

    region_begin_at(region);
    __asm__ volatile("movl (%0), %0" : "+r"(at) : : "memory");
    region_end_at(region);
}

static void measure_shape(unsigned shape)
{
    const unsigned n = shapes[shape];

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        const unsigned first = trial % n, last = (first + 1 + trial / n % (n - 1)) % n;
        const unsigned turns = 4 + trial % 5;
        char *const oldest = set_for(OLDEST + shape), *const newest = set_for(NEWEST + shape);
        char *const absent = set_for(ABSENT + shape);

        settle(oldest, n, first, last, turns);
        measure_read(OLDEST + shape, oldest, first);
        settle(newest, n, first, last, turns);
        measure_read(NEWEST + shape, newest, last);
        settle(absent, n, first, last, turns);
        measure_read(ABSENT + shape, absent, n + 1);
    }
}

static void run(void)
{
    for (unsigned i = 0; i < WAYS; i++)
        measure_chase(i, ring(set_for(i), ways[i].value, APART), 64, STEPS);
    for (unsigned i = 0; i < SHAPES; i++)
        measure_shape(i);
}

/* Of a thousand oldest lines, how many were given up. */
static int64_t given_up(unsigned shape)
{
    const int64_t hit = cost(NEWEST + shape, TRIALS), miss = cost(ABSENT + shape, TRIALS);

    return miss > hit ? (cost(OLDEST + shape, TRIALS) - hit) * 1000 / (miss - hit) : 0;
}

/* Of trees of bits two thirds with 4 ways, two fifths with 8; any other policy has 1 in n. */
static const char *replacement(unsigned n)
{
    for (unsigned i = 0; i < SHAPES; i++)
        if (n == shapes[i])
            return given_up(i) > (n == 2 ? 750 : 830) ? "LRU"
                   : given_up(i) > 1500 / n           ? "pseudo-LRU"
                                                      : "neither LRU nor pseudo-LRU";
    return n == 1 ? "direct-mapped" : "not seen";
}

static void conclude(void)
{
    const int64_t n = holds(0, ways, WAYS, 4);

    publish("l1_data_ways", n, "ways");
    finding_text("l1_data_replacement", replacement(n < 0 ? 0 : (unsigned)n / 1000));
}

BENCHMARK("ways and replacement of the data cache", run, .setup = setup, .conclude = conclude,
          .memory = LARGEST * APART + 8 * K);
