/*
 * SPDX-License-Identifier: MIT
 * Counts of x87 instructions: the operations of one FSIN, and the references of a misaligned store,
 * which some steppings count twice (Safford, Appendix A).
 */
#include "bench/bench.h"

#define TIMES 10

static void run(void)
{
    static char bytes[16] __attribute__((aligned(16)));

    __asm__ volatile("fninit\n\tfldz");
    region_begin(0);
    for (unsigned i = 0; i < TIMES; i++)
        __asm__ volatile("fsin");
    region_end(0);
    region_begin(1);
    for (unsigned i = 0; i < TIMES; i++)
        __asm__ volatile("fstl %0" : "=m"(*(double *)(bytes + 4)));
    region_end(1);
    __asm__ volatile("fninit");
}

static void conclude_of(unsigned region, const char *event, const char *name, const char *unit)
{
    const int64_t count = finding_measured(region, event);

    if (count != NOT_MEASURED)
        finding(name, count / TIMES, unit);
}

static void conclude(void)
{
    conclude_of(0, "flops", "sine_operations", "operations");
    conclude_of(1, "misaligned_data_memory_or_IO_references", "misaligned_x87_store", "references");
}

region_name(0, "FSIN");
region_name(1, "FST across 8 bytes");

BENCHMARK("events counted for FSIN, and for misaligned stores", run, .conclude = conclude);
