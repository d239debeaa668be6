/*
 * SPDX-License-Identifier: MIT
 * Loads and stores of 16, 32 and 64 bits by their address: within a line of 32 bytes, across two
 * lines, across two pages. The regions are named by the distance from the start of a page.
 */
#include <stdlib.h>
#include <string.h>

#include "bench/memory/infer.h"
#include "bench/memory/loop.h"

#define PAGE     4096u
#define ACCESSES 256u

enum { PLACES = 17, FIRST = PLACES, WITHIN_LINE = 3, ACROSS_LINES = 11, ACROSS_PAGES = 15 };
region_name(0, "at 0");
region_name(1, "at 1");
region_name(2, "at 2");
region_name(3, "at 3");
region_name(4, "at 4");
region_name(5, "at 5");
region_name(6, "at 6");
region_name(7, "at 7");
region_name(8, "at 8");
region_name(9, "at 28");
region_name(10, "at 29");
region_name(11, "at 30");
region_name(12, "at 31");
region_name(13, "at 4092");
region_name(14, "at 4093");
region_name(15, "at 4094");
region_name(16, "at 4095");
region_name(17, "first"); /* takes the misses of the measuring code if the caches are cold */

static const uint16_t places[PLACES] = {0,  1,  2,  3,  4,    5,    6,    7,   8,
                                        28, 29, 30, 31, 4092, 4093, 4094, 4095};

enum { LOAD_16, LOAD_32, LOAD_64, STORE_16, STORE_32, STORE_64 };
static long access;
static char *memory;

static void setup(void)
{
    memory = aligned_alloc(PAGE, PAGE + 64);
    memset(memory, 0, PAGE + 64);
}

#define ACCESS_LOOP(text)                                                                          \
    __asm__ volatile(LOOP_START ".rept 8\n\t" text                                                 \
                                "\n\t.endr\n\t"                                                    \
                                "decl %0\n\t"                                                      \
                                "jnz 1b"                                                           \
                     : "+r"(turns), "=&r"(value)                                                   \
                     : "r"(at)                                                                     \
                     : "memory", "cc", "st", "st(1)")

#define ACCESS_ROUTINE(name, before, text, after)                                                  \
    static void name(char *at)                                                                     \
    {                                                                                              \
        uint32_t turns = ACCESSES / 8, value;                                                      \
                                                                                                   \
        __asm__ volatile(before);                                                                  \
        ACCESS_LOOP(text);                                                                         \
        __asm__ volatile(after);                                                                   \
    }

ACCESS_ROUTINE(load_16, "", "movw (%2), %w1", "")
ACCESS_ROUTINE(load_32, "", "movl (%2), %1", "")
ACCESS_ROUTINE(load_64, "", "fldl (%2)\n\tfstp %%st(0)", "")
ACCESS_ROUTINE(store_16, "", "movw %w0, (%2)", "")
ACCESS_ROUTINE(store_32, "", "movl %0, (%2)", "")
ACCESS_ROUTINE(store_64, "fldz", "fstl (%2)", "fstp %st(0)")

static void (*const routines[])(char *) = {
    [LOAD_16] = load_16,   [LOAD_32] = load_32,   [LOAD_64] = load_64,
    [STORE_16] = store_16, [STORE_32] = store_32, [STORE_64] = store_64};

/* The routine is selected outside the region, whose only data is the measured one and the stack. */
static __attribute__((noinline)) void measure(unsigned n, char *at)
{
    void (*const access_all)(char *) = routines[access];

    keep(*(volatile char *)at);
    keep(*(volatile char *)(at + 7));
    access_all(at);
    region_begin_at(n);
    access_all(at);
    region_end_at(n);
}

static void run(void)
{
    measure(FIRST, memory);
    for (unsigned i = 0; i < PLACES; i++)
        measure(i, memory + places[i]);
}

static void publish_more(const char *name, unsigned place)
{
    const int64_t aligned = cost(0, ACCESSES), here = cost(place, ACCESSES);

    publish(name, aligned > 0 && here > aligned ? here - aligned : -1, "clocks");
}

static void conclude(void)
{
    if (access == STORE_32)
        publish_more("misaligned_store_penalty", WITHIN_LINE);
    if (access == LOAD_64)
        publish_more("misaligned_x87_penalty", WITHIN_LINE);
    if (access != LOAD_32)
        return;
    publish_more("misaligned_penalty", WITHIN_LINE);
    publish_more("misaligned_across_lines", ACROSS_LINES);
    publish_more("misaligned_across_pages", ACROSS_PAGES);
}

BENCHMARK("misaligned loads and stores", run, .setup = setup, .conclude = conclude,
          .memory = 3 * PAGE,
          .arguments = ARGUMENTS(ARGUMENT(access, "load16,load32,load64,store16,store32,store64")));
