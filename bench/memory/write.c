/*
 * SPDX-License-Identifier: MIT
 * Bandwidth of writing 64 KB: by stores of 8, 16, 32 and 64 bits, the last through the x87 as a
 * double or as an integer. 4 KB are in the cache, larger buffers are not, and no write allocates a
 * line.
 *
 * WORK: one write per access of that width.
 */
#include "bench/memory/width.h"

region_name(0, "write");

enum { BY_8, BY_16, BY_32, BY_FST, BY_FISTP };
static long size, by;
static char *memory;

static void setup(void)
{
    stretches_begin();
    memory = allocate_clear(size);
}

static void write_all(char *to, uint32_t turns)
{
    uint32_t value;
    const char *from = to;

    switch (by) {
    case BY_8:
        LOOP(1, "movb %b2, place(%1)");
        break;
    case BY_16:
        LOOP(2, "movw %w2, place(%1)");
        break;
    case BY_32:
        LOOP(4, "movl %2, place(%1)");
        break;
    case BY_FST:
        LOOP(8, "fldz\n\tfstpl place(%1)");
        break;
    default:
        LOOP(8, "fldz\n\tfistpll place(%1)");
    }
}

static void run(void)
{
    struct stretch stretch = next_stretch(size);
    char *to = memory + stretch.at;

    read_lines(to, stretch);
    region_begin(0);
    for (; stretch.times; stretch.times--)
        write_all(to, stretch.bytes / TURN_BYTES);
    region_end(0);
}

static uint32_t memory_for(void)
{
    return (uint32_t)size + 8192;
}

BENCHMARK("bandwidth of writing", run, .setup = setup, .memory_for = memory_for,
          .arguments = ARGUMENTS(ARGUMENT(size, "4K,64K,1M"),
                                 ARGUMENT(by, "byte,word,dword,fst,fistp")));
