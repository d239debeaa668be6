/*
 * SPDX-License-Identifier: MIT
 * The C form of the probes: seven NOPs, which make three pairs, and an empty region.
 */
#include "bench/bench.h"

WORK("region=200 instructions_executed=7 instructions_executed_in_v_pipe=3");
WORK("region=255 instructions_executed=0 count_clocks=0 data_read_or_write=0");

static void from_c(void)
{
    region_begin(200);
    __asm__ volatile(".rept 7\n\tnop\n\t.endr");
    region_end(200);
    region_begin(255);
    region_end(255);
}

BENCHMARK("the probes as C sees them", from_c);
