/*
 * SPDX-License-Identifier: MIT
 * Regions by name: a block inside a block inside a loop, and a separate block.
 *
 * They are numbered in source order: 0 "outer", 1 "inner loop", 2 "seven NOPs". Region 1 is entered
 * three times with five NOPs, region 2 once with seven.
 */
#include "bench/bench.h"

WORK("region=1 instructions_executed=15");
WORK("region=2 instructions_executed=7 instructions_executed_in_v_pipe=3");

static void named(void)
{
    region("outer")
    {
        for (int i = 0; i < 3; i++) {
            region("inner loop")
            {
                __asm__ volatile(".rept 5\n\tnop\n\t.endr");
            }
            keep(i);
        }
    }
    region("seven NOPs")
    {
        __asm__ volatile(".rept 7\n\tnop\n\t.endr");
    }
}

BENCHMARK("regions by name", named);
