/*
 * SPDX-License-Identifier: MIT
 * Has a result that its check() rejects.
 */
#include "bench/bench.h"

static void run(void)
{
    region_begin(3);
    region_end(3);
}

static const char *verify(void)
{
    return "4 expected, 5 found";
}

BENCHMARK("has a wrong result", run, .check = verify);
