/*
 * SPDX-License-Identifier: MIT
 * Finds the ways of the data cache and the line of a set that it replaces.
 */

/*
 * Regions "ways N" read N lines 16 KB apart in rotation, all in one set of a cache whose ways are
 * no larger. As many lines as there are ways stay; with one more, LRU and similar policies replace
 * each line just before it is used again. The other regions are described in replacement.h; a line
 * is used by reading it. The set is not one that the probes' own data uses.
 *
 * WORK: each step is one read, which is a hit with as many lines as there are ways, and a miss with
 * more.
 */
#include <stdlib.h>

#include "bench/memory/chase.h"
#include "bench/memory/infer.h"
#include "bench/memory/replacement.h"

#define K       1024u
#define APART   (16 * K) /* twice that on processors that overlap: an Athlon's ways are 32 KB */
#define LINE    32u
#define STEPS   1024u
#define LARGEST 17u

enum { WAYS = 11, OLDEST = WAYS, NEWEST = OLDEST + SHAPES, ABSENT = NEWEST + SHAPES };

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
static char *memory;
static unsigned apart = APART, n_ways = WAYS, n_shapes = SHAPES;

static void setup(void)
{
    memory = aligned_alloc(4 * K, LARGEST * APART);
    if (!work_overlaps())
        return;
    apart = 2 * APART;
    n_ways = 8;   /* 256 KB */
    n_shapes = 2; /* 4 ways need six lines, 8 need ten */
}

/* The set is half a page from region n's slot, or near that if the stack uses the set. */
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
    keep(*(volatile uint32_t *)(set + line * apart));
}

/* Loads all n lines, for any replacement policy; then uses them in order, `first` to `last`. */
static void settle(char *set, const struct trial *trial)
{
    for (unsigned turn = 0; turn < trial->turns; turn++)
        for (unsigned line = 0; line < trial->n; line++)
            touch(set, line);
    touch(set, trial->first);
    for (unsigned line = 0; line < trial->n; line++)
        if (line != trial->first && line != trial->last)
            touch(set, line);
    touch(set, trial->last);
    touch(set, trial->n);
}

static __attribute__((noinline)) void measure_read(unsigned region, char *set, unsigned line)
{
    const char *at = set + line * apart;

    region_begin_at(region);
    __asm__ volatile("movl (%0), %0" : "+r"(at) : : "memory");
    region_end_at(region);
}

static void measure_shape(unsigned shape)
{
    for (unsigned number = 0; number < TRIALS; number++) {
        const struct trial trial = trial_of(shape, number);
        char *const oldest = set_for(OLDEST + shape), *const newest = set_for(NEWEST + shape);
        char *const absent = set_for(ABSENT + shape);

        settle(oldest, &trial);
        measure_read(OLDEST + shape, oldest, trial.first);
        settle(newest, &trial);
        measure_read(NEWEST + shape, newest, trial.last);
        settle(absent, &trial);
        measure_read(ABSENT + shape, absent, trial.n + 1);
    }
}

static void run(void)
{
    for (unsigned i = 0; i < n_ways; i++)
        measure_chase(i, ring(set_for(i), ways[i].value, apart), 64, STEPS);
    for (unsigned i = 0; i < n_shapes; i++)
        measure_shape(i);
}

static void conclude(void)
{
    const int64_t n = holds(0, ways, n_ways, 4);

    publish("l1_data_ways", n, "ways");
    finding_text("l1_data_replacement",
                 replacement(n < 0 ? 0 : (unsigned)n / 1000,
                             &(struct shape_regions){OLDEST, NEWEST, ABSENT, TRIALS}));
}

BENCHMARK("ways and replacement of the data cache", run, .setup = setup, .conclude = conclude,
          .memory = LARGEST * APART + 8 * K);
