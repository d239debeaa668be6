/*
 * SPDX-License-Identifier: MIT
 * Bandwidth of reading 64 KB: by loads of 8, 16, 32 and 64 bits, the last through the x87 as a
 * double or as an integer, and by LODS.
 *
 * WORK: one read per access of that width.
 */
#include "bench/memory/width.h"

region_name(0, "read");

enum { BY_8, BY_16, BY_32, BY_FLD, BY_FILD, BY_LODSB, BY_LODSW, BY_LODSD };
static long size, by;
static char *memory;

static void setup(void)
{
    stretches_begin();
    memory = allocate_clear(size);
}

static void read_all(const char *from, uint32_t turns)
{
    uint32_t value;
    const char *to = from;

    switch (by) {
    case BY_8:
        LOOP(1, "movb place(%0), %b3");
        break;
    case BY_16:
        LOOP(2, "movw place(%0), %w3");
        break;
    case BY_32:
        LOOP(4, "movl place(%0), %3");
        break;
    case BY_FLD:
        LOOP(8, "fldl place(%0)\n\tfstp %%st(0)");
        break;
    case BY_FILD:
        LOOP(8, "fildll place(%0)\n\tfstp %%st(0)");
        break;
    case BY_LODSB:
        STRING("rep lodsb", 1);
        break;
    case BY_LODSW:
        STRING("rep lodsw", 2);
        break;
    default:
        STRING("rep lodsl", 4);
    }
}

static void run(void)
{
    struct stretch stretch = next_stretch(size);
    const char *from = memory + stretch.at;

    region_begin(0);
    for (; stretch.times; stretch.times--)
        read_all(from, stretch.bytes / TURN_BYTES);
    region_end(0);
}

static uint32_t memory_for(void)
{
    return (uint32_t)size + 8192;
}

BENCHMARK("bandwidth of reading", run, .setup = setup, .memory_for = memory_for,
          .arguments = ARGUMENTS(ARGUMENT(size, "4K,64K,1M"),
                                 ARGUMENT(by, "byte,word,dword,fld,fild,lodsb,lodsw,lodsd")));
