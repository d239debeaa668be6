/*
 * SPDX-License-Identifier: MIT
 * Bandwidth of filling 64 KB with one value by STOS of 8, 16 and 32 bits; and, since a write miss
 * allocates no line, by writes to lines after reading a word of each. 4 KB are in the cache before.
 *
 * WORK: one write per access of that width; one read per line if it is read first.
 */
#include "bench/memory/width.h"

region_name(0, "fill");

enum { BY_STOSB, BY_STOSW, BY_STOSD, READ_FIRST };
static long size, by;
static char *memory;

static void setup(void)
{
    stretches_begin();
    memory = allocate_clear(size);
}

static void fill_all(char *to, uint32_t turns)
{
    uint32_t value;
    const char *from = to;

    switch (by) {
    case BY_STOSB:
        STRING("xorl %3, %3\n\trep stosb", 1);
        break;
    case BY_STOSW:
        STRING("xorl %3, %3\n\trep stosw", 2);
        break;
    case BY_STOSD:
        STRING("xorl %3, %3\n\trep stosl", 4);
        break;
    default:
        LOOP(32,
             "movl place(%0), %3\n\t"
             "movl %2, place(%0)\n\t"
             "movl %2, place + 4(%0)\n\t"
             "movl %2, place + 8(%0)\n\t"
             "movl %2, place + 12(%0)\n\t"
             "movl %2, place + 16(%0)\n\t"
             "movl %2, place + 20(%0)\n\t"
             "movl %2, place + 24(%0)\n\t"
             "movl %2, place + 28(%0)");
    }
}

static void run(void)
{
    struct stretch stretch = next_stretch(size);
    char *to = memory + stretch.at;

    read_lines(to, stretch);
    region_begin(0);
    for (; stretch.times; stretch.times--)
        fill_all(to, stretch.bytes / TURN_BYTES);
    region_end(0);
}

static uint32_t memory_for(void)
{
    return (uint32_t)size + 8192;
}

BENCHMARK("bandwidth of filling", run, .setup = setup, .memory_for = memory_for,
          .arguments = ARGUMENTS(ARGUMENT(size, "4K,64K,1M"),
                                 ARGUMENT(by, "stosb,stosw,stosd,read_first")));
