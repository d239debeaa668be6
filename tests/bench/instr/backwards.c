/*
 * SPDX-License-Identifier: MIT
 * Findings of a form that no time stamp of a chip could give, named as those of bench/instr.
 */
#include "bench/bench.h"

static void run(void)
{
    region_begin(0);
    region_end(0);
}

static void conclude(void)
{
    finding("latency", 0, "clocks");
    finding("throughput", -1800, "clocks");
    finding("overlap", 0, "clocks");
    finding("bytes_a_clock", 0, "bytes");
}

BENCHMARK("clocks of a time stamp that runs backwards", run, .conclude = conclude);
