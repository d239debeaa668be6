/*
 * SPDX-License-Identifier: MIT
 * An assertion that fails.
 */
#include "bench/bench.h"

#include <assert.h>

static void run(void)
{
    int two = 2;

    keep(two);
    assert(two == 2);
    assert(two + two == 5);
}

BENCHMARK("an assertion fails", run);
