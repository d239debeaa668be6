/*
 * SPDX-License-Identifier: MIT
 * Calls clock() before and after a loop of a million iterations of one clock or two, and time().
 */
#include "bench/bench.h"

#include <stdio.h>
#include <time.h>

static void run(void)
{
    clock_t begin = clock(), end;

    for (int i = 0; i < 1000000; i++)
        keep(i);
    end = clock();
    printf("%lld us, %lld s\n", end - begin, time(NULL));
}

BENCHMARK("clock and time", run);
