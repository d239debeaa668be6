/*
 * SPDX-License-Identifier: MIT
 * A region with a local array of BYTES bytes, which is larger than the stack.
 */
#include "bench/bench.h"

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
