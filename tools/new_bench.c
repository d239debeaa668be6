/*
 * SPDX-License-Identifier: MIT
 * GROUP/NAME: what is measured, and why it is worth knowing.
 *
 * The expected counts follow from the code and are stated in WORK(): each of the size/4 words is
 * read once, and an iteration of the loop ends in one branch.
 */
#include <stdlib.h>

#include "bench/bench.h"

static long size; /* bytes */
static uint32_t *words, sum;

static void setup_new_bench(void)
{
    words = malloc((size_t)size);
    for (long i = 0; i < size / 4; i++)
        words[i] = (uint32_t)i;
}

static void run_new_bench(void)
{
    const uint32_t *from = words, *end = from + size / 4;
    uint32_t total = 0;

    region("sum")
    {
        while (from < end)
            total += *from++;
        keep(total);
    }
    sum = total;
}

static const char *check_new_bench(void)
{
    uint32_t n = (uint32_t)size / 4;

    return sum == n * (n - 1) / 2 ? NULL : "not the sum of the numbers below size/4";
}

WORK("region=sum data_read=size/4 bytes=size");

BENCHMARK("adds up an array of numbers", run_new_bench, .setup = setup_new_bench,
          .check = check_new_bench, .memory = 64 * 1024,
          .arguments = ARGUMENTS(ARGUMENT(size, "1K..64K*4")));
