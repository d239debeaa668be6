/*
 * SPDX-License-Identifier: MIT
 * Finds whether lines enter the data cache as shared, in which case the first write to one goes to
 * the bus, or as exclusive. The board selects that with pin WB/WT#.
 */
#include <stdlib.h>

#include "bench/memory/infer.h"
#include "bench/memory/loop.h"

#define K      1024u
#define LINE   32u
#define LINES  64u
#define BEHIND (64 * K) /* larger than the cache */

region_name(0, "writes before"); /* loads the code into the cache */
region_name(1, "first writes");
region_name(2, "second writes");

static char *memory;

static void setup(void)
{
    memory = aligned_alloc(4 * K, LINES * LINE + BEHIND);
}

static void read_lines(const char *from, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i += LINE)
        keep(((volatile const char *)from)[i]);
}

static __attribute__((noinline)) void write_lines(unsigned n, char *line)
{
    uint32_t left = LINES;

    region_begin_at(n);
    __asm__ volatile(LOOP_START
                     "movl %1, (%0)\n\t"
                     "addl $32, %0\n\t"
                     "decl %1\n\t"
                     "jnz 1b"
                     : "+r"(line), "+r"(left)
                     :
                     : "memory", "cc");
    region_end_at(n);
}

static void run(void)
{
    read_lines(memory + LINES * LINE, BEHIND);
    read_lines(memory, LINES * LINE);
    write_lines(0, memory + LINES * LINE);
    write_lines(1, memory);
    write_lines(2, memory);
}

/* A write to a shared line is a bus cycle: several clocks instead of one. */
static void conclude(void)
{
    const int64_t first = cost(1, LINES), second = cost(2, LINES);

    if (first == NOT_MEASURED || second == NOT_MEASURED)
        return;
    finding_text("line_arrives", first > second + second / 2 ? "shared" : "exclusive");
}

BENCHMARK("whether lines arrive shared", run, .setup = setup, .conclude = conclude,
          .memory = LINES * LINE + BEHIND + 4 * K);
