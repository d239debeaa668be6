/*
 * SPDX-License-Identifier: MIT
 * Gives two regions the same name.
 */
#include "bench/bench.h"

region_name(3, "twin");
region_name(4, "twin");

static void name_twice(void)
{
    region_begin(3);
    region_end(3);
    region_begin(4);
    region_end(4);
}

BENCHMARK("two regions with one name", name_twice);
