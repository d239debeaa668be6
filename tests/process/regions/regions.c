/*
 * SPDX-License-Identifier: MIT
 * The regions of <bareprobe/region.h>: numbered, named, with a number known at run time, and inside
 * an inlined function. The counts of test_regions.py are those of the ADDs and INCs.
 */
#include <bareprobe/region.h>

region_name(7,
            "numbered"
            " in C");

static volatile uint32_t memory;

static inline void increment(void)
{
    region_begin(7);
    __asm__ volatile(
        "incl %0\n\t"
        "incl %0"
        : "+m"(memory));
    region_end(7);
}

static void __attribute__((noreturn)) leave(int status)
{
    __asm__ volatile("int $0x80" : : "a"(1), "b"(status));
    __builtin_unreachable();
}

void _start(void);
void _start(void)
{
    region("first block")
    {
        __asm__ volatile("addl $1, %0" : "+m"(memory));
    }
    region("second block")
    {
        __asm__ volatile(
            "addl $1, %0\n\t"
            "addl $1, %0\n\t"
            "addl $1, %0"
            : "+m"(memory));
    }
    increment();
    increment();
    for (volatile unsigned n = 100; n <= 102; n++) {
        unsigned number = n;
        region_begin_at(number);
        for (unsigned i = 0; i < number - 99; i++)
            __asm__ volatile("incl %0" : "+m"(memory));
        region_end_at(number);
    }
    leave(memory != 1 + 3 + 4 + 6);
}
