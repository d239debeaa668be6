/*
 * SPDX-License-Identifier: MIT
 * A local array of 7.7 MB, which is larger than the stack.
 */
#include "bench/bench.h"

enum { BYTES = 7700 * 1024 };

static __attribute__((noinline)) int use(volatile char *at)
{
    at[0] = 42;
    at[BYTES / 2] = 7;
    return at[0] + at[BYTES / 2];
}

static void run(void)
{
    region("frame")
    {
        volatile char array[BYTES];
        use(array);
    }
}
BENCHMARK("has a local array of 7.7 MB", run);
