/*
 * SPDX-License-Identifier: MIT
 * Prints what a case receives and can use: arguments, hooks as often as documented, memory.
 *
 * size=4K: 4096 bytes are 1024 words, each written and read once. The words are the same for
 * order=down.
 */
#include <stdlib.h>

#include "bench/bench.h"
#include "kernel/lib/stdio.h"

enum { UP, DOWN };

static long size, order;
static uint32_t *words, total;
static unsigned setups, restores, runs;

static void fill(void)
{
    words = malloc((size_t)size);
    for (long i = 0; i < size / 4; i++)
        words[i] = (uint32_t)i;
    setups++;
    restores = runs = 0;
}

static void put_back(void)
{
    total = 0;
    restores++;
}

static void sum(void)
{
    char *mine = malloc(16);
    region_begin(0);
    for (long i = 0; i < size / 4; i++)
        total += words[order == UP ? i : size / 4 - 1 - i];
    region_end(0);
    mine[0] = 1;
    runs++;
}

static const char *verify(void)
{
    uint32_t n = (uint32_t)size / 4;
    if (total != n * (n - 1) / 2)
        return "the sum";
    return restores == runs ? NULL : "restore() before each run";
}

static void conclude(void)
{
    int64_t reads = finding_measured(0, "data_read");
    if (reads != NOT_MEASURED)
        finding("reads", reads, "reads");
    finding_text("order", order == UP ? "up" : "down");
    finding("a third", 1000 / 3, "");
}

BENCHMARK("sums words in either order", sum, .setup = fill, .restore = put_back, .check = verify,
          .conclude = conclude, .memory = 8192,
          .arguments = ARGUMENTS(ARGUMENT(size, "4K..8K*2"), ARGUMENT(order, "up,down")));
