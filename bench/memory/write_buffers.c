/*
 * SPDX-License-Identifier: MIT
 * Finds the number of write buffers: up to 40 consecutive writes to a line that is not in the
 * cache, with the bus idle before. Each occupies the bus for the same time. The last of k waits for
 * all before it, except as many as there are buffers.
 *
 * Regions "paired N": writes that pair, so that each second one comes from the V pipe. Regions
 * "alone N": each write has a displacement and an immediate, and goes through U.
 */
#include <stdlib.h>

#include "bench/memory/infer.h"

#define MOST 40u
#define SOME 16u

/* Length of one of the writes below, in bytes. */
#define PAIRED_BYTES 3u
#define ALONE_BYTES  7u

enum { PAIRED, SOME_PAIRED, NO_PAIRED, ALONE, SOME_ALONE, NO_ALONE, FIRST };
region_name(PAIRED, "paired 40");
region_name(SOME_PAIRED, "paired 16");
region_name(NO_PAIRED, "paired 0");
region_name(ALONE, "alone 40");
region_name(SOME_ALONE, "alone 16");
region_name(NO_ALONE, "alone 0");
region_name(FIRST, "first"); /* takes the misses of the measuring code if the caches are cold */

static char *memory;

static void setup(void)
{
    memory = aligned_alloc(4096, 4096);
}

#define FIVE_WRITES(what)                                                                          \
    "movl " what                                                                                   \
    ", 4(%edx)\n\t"                                                                                \
    "movl " what                                                                                   \
    ", 8(%edx)\n\t"                                                                                \
    "movl " what                                                                                   \
    ", 12(%edx)\n\t"                                                                               \
    "movl " what                                                                                   \
    ", 16(%edx)\n\t"                                                                               \
    "movl " what ", 20(%edx)\n\t"

/* Each routine is entered n writes before its end; the address to write to is in EDX. */
void memory_writes_paired_end(void);
void memory_writes_alone_end(void);
__asm__(".text\n\t"
        ".rept 8\n\t" FIVE_WRITES("%eax") ".endr\n"
                                          "memory_writes_paired_end:\n\t"
                                          "ret\n\t"
                                          ".rept 8\n\t" FIVE_WRITES(
                                              "$0") ".endr\n"
                                                    "memory_writes_alone_end:\n\t"
                                                    "ret");

static inline void call_at(uintptr_t routine, char *at)
{
    __asm__ volatile("call *%0" : : "r"(routine), "d"(at), "a"(0) : "memory", "cc", "ecx");
}

static __attribute__((noinline)) void measure_writes(unsigned n, uintptr_t routine)
{
    char *const at = memory; /* read outside the region, whose only data is the stack */

    call_at(routine, at);
    region_begin_at(n);
    call_at(routine, at);
    region_end_at(n);
}

static void run(void)
{
    const uintptr_t paired = (uintptr_t)memory_writes_paired_end;
    const uintptr_t alone = (uintptr_t)memory_writes_alone_end;

    measure_writes(FIRST, paired);
    measure_writes(PAIRED, paired - MOST * PAIRED_BYTES);
    measure_writes(SOME_PAIRED, paired - SOME * PAIRED_BYTES);
    measure_writes(NO_PAIRED, paired);
    measure_writes(ALONE, alone - MOST * ALONE_BYTES);
    measure_writes(SOME_ALONE, alone - SOME * ALONE_BYTES);
    measure_writes(NO_ALONE, alone);
}

/* Thousandths of a clock per write in a long sequence; -1 if writes do not wait for the bus. */
static int64_t bus_clocks(unsigned first)
{
    const int64_t each = (cost(first, 1) - cost(first + 1, 1)) / (MOST - SOME);

    return each > 1500 ? each : -1;
}

/*
 * The last write is accepted when all before it, except those in the buffers, have been on the bus;
 * it takes a clock itself. The fraction comes from the wait for a bus clock.
 */
static int64_t buffers(unsigned first)
{
    const int64_t each = bus_clocks(first);
    const int64_t waited = cost(first + 1, 1) - cost(first + 2, 1) - 1000;

    return each < 0 ? -1 : (SOME * each - waited + each / 2) / each * 1000;
}

static void conclude(void)
{
    const int64_t both = buffers(PAIRED), u = buffers(ALONE);

    publish("write_buffers", both > 0 ? both : -1, "buffers");
    finding_text("write_buffers_shared", both <= 0 || u <= 0 ? "not seen"
                                         : u < both          ? "no"
                                                             : "yes");
    publish("bus_write", bus_clocks(PAIRED), "clocks");
}

BENCHMARK("how many writes are buffered", run, .setup = setup, .conclude = conclude,
          .memory = 8 * 1024);
