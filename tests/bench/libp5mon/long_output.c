/*
 * SPDX-License-Identifier: MIT
 * Prints 40 lines of 29 characters: more than the stream holds.
 */
#include "bench/bench.h"

#include "stdio.h"

static void long_output(void)
{
    for (int i = 0; i < 40; i++)
        printf("line %2d: abcdefghijklmnopqrs\n", i);
}

BENCHMARK("prints more than is kept", long_output);
