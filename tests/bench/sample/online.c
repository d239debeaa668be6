/*
 * SPDX-License-Identifier: MIT
 * Reads a logical counter while it is multiplexed: a loop of 20,000 reads, then one misaligned read
 * for each 100 reads that the counter shows for the loop. If there is no number, it reads no more.
 */
#include "bench/bench.h"

#define READS 20000

static volatile int word;
static volatile struct __attribute__((packed)) {
    char before;
    int value;
} odd __attribute__((aligned(8)));

static void run(void)
{
    const int64_t before = logical_count("data_read");
    for (int i = 0; i < READS; i++)
        (void)word;
    const int64_t after = logical_count("data_read");
    if (before == NOT_MEASURED || after == NOT_MEASURED)
        return;
    for (int64_t i = 0; i < (after - before) / 100; i++)
        (void)odd.value;
}

BENCHMARK("reads, and the reads that a logical counter shows", run);
