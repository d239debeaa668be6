/*
 * SPDX-License-Identifier: MIT
 * Bandwidth of copying 64 KB between two buffers of `size` bytes: by 8, 16, 32 and 64 bits, the
 * last through the x87 as a double (which copies all bits except those of signalling NaNs) or as an
 * integer, and by MOVS.
 *
 * WORK: one read and one write per access of that width.
 */
#include "bench/memory/width.h"

region_name(0, "copy");

enum { BY_8, BY_16, BY_32, BY_FLD, BY_FILD, BY_MOVSB, BY_MOVSW, BY_MOVSD };
static long size, by;
static char *source, *destination;

static void setup(void)
{
    stretches_begin();
    source = allocate_clear(size);
    destination = allocate_clear(size);
    for (long i = 0; i < size; i++)
        source[i] = (char)(i * 7 + i / 256);
}

static void copy_all(const char *from, char *to, uint32_t turns)
{
    uint32_t value;

    switch (by) {
    case BY_8:
        LOOP(1, "movb place(%0), %b3\n\tmovb %b3, place(%1)");
        break;
    case BY_16:
        LOOP(2, "movw place(%0), %w3\n\tmovw %w3, place(%1)");
        break;
    case BY_32:
        LOOP(4, "movl place(%0), %3\n\tmovl %3, place(%1)");
        break;
    case BY_FLD:
        LOOP(8, "fldl place(%0)\n\tfstpl place(%1)");
        break;
    case BY_FILD:
        LOOP(8, "fildll place(%0)\n\tfistpll place(%1)");
        break;
    case BY_MOVSB:
        STRING("rep movsb", 1);
        break;
    case BY_MOVSW:
        STRING("rep movsw", 2);
        break;
    default:
        STRING("rep movsl", 4);
    }
}

static struct stretch last;

static void run(void)
{
    struct stretch stretch = next_stretch(size);
    const char *from = source + stretch.at;
    char *to = destination + stretch.at;

    last = stretch;
    region_begin(0);
    for (; stretch.times; stretch.times--)
        copy_all(from, to, stretch.bytes / TURN_BYTES);
    region_end(0);
}

static const char *check(void)
{
    return memcmp(source + last.at, destination + last.at, last.bytes) ? "the copy differs" : NULL;
}

static uint32_t memory_for(void)
{
    return 2 * (uint32_t)size + 16384;
}

BENCHMARK("bandwidth of copying", run, .setup = setup, .check = check, .memory_for = memory_for,
          .arguments = ARGUMENTS(ARGUMENT(size, "4K,64K,1M"),
                                 ARGUMENT(by, "byte,word,dword,fld,fild,movsb,movsw,movsd")));
