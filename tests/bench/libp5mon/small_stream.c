/*
 * SPDX-License-Identifier: MIT
 * Prints 10 lines of 29 characters into a stream that it sets, which holds three.
 */
#include "bench/bench.h"

#include "stdio.h"

static void small_stream(void)
{
    static char buffer[100];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    for (int i = 0; i < 10; i++)
        printf("line %2d: abcdefghijklmnopqrs\n", i);
}

BENCHMARK("prints more than its stream holds", small_stream);
