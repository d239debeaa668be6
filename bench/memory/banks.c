/*
 * SPDX-License-Identifier: MIT
 * Finds the banks of the data cache: two loads that could share a clock, by the difference of their
 * addresses. If both use the same bank, one waits. The loads read bytes, so that none is
 * misaligned: the first difference without a conflict is the width of a bank, and the next
 * difference with one is the width of all banks.
 */
#include <stdlib.h>

#include "bench/memory/infer.h"
#include "bench/memory/loop.h"

#define PAIRS 256u

enum { DIFFERENCES = 23, FIRST = DIFFERENCES };
region_name(0, "difference 0");
region_name(1, "difference 1");
region_name(2, "difference 2");
region_name(3, "difference 3");
region_name(4, "difference 4");
region_name(5, "difference 5");
region_name(6, "difference 6");
region_name(7, "difference 7");
region_name(8, "difference 8");
region_name(9, "difference 12");
region_name(10, "difference 16");
region_name(11, "difference 20");
region_name(12, "difference 24");
region_name(13, "difference 28");
region_name(14, "difference 32");
region_name(15, "difference 36");
region_name(16, "difference 40");
region_name(17, "difference 44");
region_name(18, "difference 48");
region_name(19, "difference 52");
region_name(20, "difference 56");
region_name(21, "difference 60");
region_name(22, "difference 64");
region_name(23, "first"); /* takes the misses of the measuring code if the caches are cold */

static const uint8_t differences[DIFFERENCES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  12, 16, 20,
                                                 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64};

static const char *memory;

static void setup(void)
{
    memory = aligned_alloc(128, 128);
}

static __attribute__((noinline)) void load_pairs(const char *u, const char *v)
{
    uint32_t turns = PAIRS / 8, a, b;

    __asm__ volatile(LOOP_START
                     ".rept 8\n\t"
                     "movb (%3), %b1\n\t"
                     "movb (%4), %b2\n\t"
                     ".endr\n\t"
                     "decl %0\n\t"
                     "jnz 1b"
                     : "+r"(turns), "=&q"(a), "=&q"(b)
                     : "r"(u), "r"(v)
                     : "memory", "cc");
}

static __attribute__((noinline)) void measure(unsigned n, const char *v)
{
    load_pairs(memory, v);
    region_begin_at(n);
    load_pairs(memory, v);
    region_end_at(n);
}

static void run(void)
{
    measure(FIRST, memory);
    for (unsigned i = 0; i < DIFFERENCES; i++)
        measure(i, memory + differences[i]);
}

static bool conflicts(unsigned i)
{
    return cost(i, PAIRS) > cost(0, PAIRS) * 7 / 8;
}

static void conclude(void)
{
    unsigned first = 0, again = 0;

    for (unsigned i = DIFFERENCES - 1; i > 0; i--)
        if (!conflicts(i))
            first = i;
    for (unsigned i = DIFFERENCES - 1; first && i > first; i--)
        if (conflicts(i))
            again = i;
    publish("l1_data_bank_width", first ? differences[first] * 1000 : -1, "bytes");
    publish("l1_data_banks", again ? differences[again] * 1000 / differences[first] : -1, "banks");
    publish("bank_conflict", first ? cost(0, PAIRS) - cost(first, PAIRS) : -1, "clocks");
}

BENCHMARK("pairs of loads by the difference of their addresses", run, .setup = setup,
          .conclude = conclude, .memory = 512);
