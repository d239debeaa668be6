/*
 * SPDX-License-Identifier: MIT
 * Finds size and line length of the data cache by following pointers.
 */

/*
 * Regions "size": nodes 16 bytes apart over that much memory, in a ring. If all of it fits the
 * cache each step is a hit; half as much again, or a third, overfills most sets. Regions "stride":
 * 1024 nodes that far apart, none of whose lines are in the cache. With 8-byte strides over 32-byte
 * lines each fourth step misses, and from the line length on each step misses, so the cost stops
 * growing there. Regions "slow": the same with the bus idle before each miss, which gives the wait
 * of one read.
 *
 * WORK: each step is one read, and nothing else in a region reads. Memory of half the cache size
 * does not miss. Each line's first node misses, and one read of the probe's POPA, since the stack
 * was evicted too.
 */
#include <stdlib.h>

#include "bench/memory/chase.h"
#include "bench/memory/infer.h"

#define K     1024u
#define SPAN  (128 * K) /* evicts everything: eight times the P55C's cache */
#define DENSE 16u

enum { SIZES = 13, STRIDES = 6, STRIDE = SIZES, SLOW = STRIDE + STRIDES };
enum { MORE_SIZES = 4, MORE = SLOW + 2 }; /* for processors that overlap */

region_name(0, "size 1K");
region_name(1, "size 1.5K");
region_name(2, "size 2K");
region_name(3, "size 3K");
region_name(4, "size 4K");
region_name(5, "size 6K");
region_name(6, "size 8K");
region_name(7, "size 12K");
region_name(8, "size 16K");
region_name(9, "size 24K");
region_name(10, "size 32K");
region_name(11, "size 48K");
region_name(12, "size 64K");
region_name(13, "stride 4");
region_name(14, "stride 8");
region_name(15, "stride 16");
region_name(16, "stride 32");
region_name(17, "stride 64");
region_name(18, "stride 128");
region_name(19, "slow hits");
region_name(20, "slow misses");
region_name(21, "size 48K, again");
region_name(22, "size 64K, again");
region_name(23, "size 96K");
region_name(24, "size 128K");

WORK("region=0 data_read=4096 data_write=0 data_read_miss=0 branches=4096/8+1");
WORK("region=4 data_read=4096 data_read_miss=0");
WORK("region=12 data_read=4096");
WORK("region=13 data_read=1024 data_read_miss=1024*4/32+1");
WORK("region=14 data_read=1024 data_read_miss=1024*8/32+1");
WORK("region=15 data_read=1024 data_read_miss=1024*16/32+1");
WORK("region=16 data_read=1024 data_read_miss=1024+1");
WORK("region=18 data_read=1024 data_read_miss=1024+1");
WORK("region=19 data_read=512 data_read_miss=0");

static const struct point sizes[SIZES] = {
    {1 * K, 4096},  {K + 512, 4096}, {2 * K, 4096},  {3 * K, 4096},  {4 * K, 4096},
    {6 * K, 4096},  {8 * K, 4096},   {12 * K, 4096}, {16 * K, 4096}, {24 * K, 4096},
    {32 * K, 4096}, {48 * K, 4096},  {64 * K, 4096},
};
static const struct point more_sizes[MORE_SIZES] = {
    {48 * K, 4096}, {64 * K, 4096}, {96 * K, 4096}, {128 * K, 4096}};
static const struct point strides[STRIDES] = {{4, 1024},  {8, 1024},  {16, 1024},
                                              {32, 1024}, {64, 1024}, {128, 1024}};
static const struct point slow = {0, 512};

static char *memory;
static bool overlaps;

static void setup(void)
{
    overlaps = work_overlaps();
    memory = aligned_alloc(4 * K, 2 * SPAN);
}

/* Evicts the first half from the data cache, but not from a larger second cache. */
static void evict(void)
{
    keep(chase(ring(memory + SPAN, 64 * K / DENSE, DENSE), 64 * K / DENSE));
}

static void run(void)
{
    for (unsigned i = 0; i < SIZES; i++)
        measure_chase(i, ring(memory, sizes[i].value / DENSE, DENSE), sizes[i].value / DENSE,
                      sizes[i].steps);
    keep(chase(ring(memory, SPAN / DENSE, DENSE), SPAN / DENSE));
    for (unsigned i = 0; i < STRIDES; i++) {
        ring(memory, SPAN / strides[i].value, strides[i].value);
        evict();
        measure_chase(STRIDE + i, memory, UNROLLED, strides[i].steps);
    }
    measure_chase_slowly(SLOW, ring(memory, 1, 32), 8, slow.steps);
    ring(memory, SPAN / 32, 32);
    evict();
    measure_chase_slowly(SLOW + 1, memory, 8, slow.steps);
    for (unsigned i = 0; overlaps && i < MORE_SIZES; i++)
        measure_chase(MORE + i, ring(memory, more_sizes[i].value / 32, 32), 4096, 4096);
}

static int64_t line(void)
{
    const int64_t hit = cost(0, sizes[0].steps);
    const int64_t miss = cost(STRIDE + STRIDES - 1, strides[STRIDES - 1].steps);

    if (hit <= 0 || miss < hit + hit / 4)
        return -1;
    for (unsigned i = 0; i < STRIDES; i++)
        if (cost(STRIDE + i, strides[i].steps) - hit > (miss - hit) * 3 / 4)
            return i ? (int64_t)strides[i].value * 1000 : -1;
    return -1;
}

/*
 * On processors that overlap, the instructions that keep the bus idle hide a part of the wait;
 * there a chain waits for each whole line, and so takes that much longer.
 */
static int64_t read_miss(void)
{
    if (overlaps)
        return cost(STRIDE + STRIDES - 1, strides[STRIDES - 1].steps) - cost(0, sizes[0].steps);
    return cost(SLOW + 1, slow.steps) - cost(SLOW, slow.steps);
}

static void conclude(void)
{
    const int64_t length = line();
    int64_t size = holds(0, sizes, SIZES, 16);

    if (size < 0 && overlaps)
        size = holds(MORE, more_sizes, MORE_SIZES, 16);
    publish("l1_data_size", size, "bytes");
    publish("l1_data_line", length, "bytes");
    publish("line_fill", length < 0 ? -1 : cost(STRIDE + STRIDES - 1, strides[0].steps), "clocks");
    publish("read_miss", length < 0 ? -1 : read_miss(), "clocks");
}

BENCHMARK("size and line of the data cache", run, .setup = setup, .conclude = conclude,
          .memory = 2 * SPAN + 8 * K);
