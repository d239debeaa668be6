/*
 * SPDX-License-Identifier: MIT
 * A block that is freed twice.
 */
#include "bench/bench.h"

#include <stdlib.h>

static void run(void)
{
    char *block = malloc(10);

    free(block);
    free(block);
}

BENCHMARK("a block is freed twice", run, .memory = 4096);
