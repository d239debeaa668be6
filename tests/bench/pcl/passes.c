/*
 * SPDX-License-Identifier: MIT
 * Counts more events than there are counters, one pass of them in each run.
 */
#include "bench/bench.h"

#include "pcl.h"
#include "stdio.h"
#include "tests/bench/pcl/work.h"

enum { EVENTS = 6 };

static int list[EVENTS] = {PCL_INSTR,         PCL_JUMP,          PCL_LOADSTORE_INSTR,
                           PCL_L1DCACHE_MISS, PCL_L1ICACHE_READ, PCL_IPC};
static PCL_CNT_TYPE counts[3][EVENTS];
static PCL_FP_CNT_TYPE rates[EVENTS];

static void passes(void)
{
    PCL_DESCR_TYPE descr;
    const unsigned mode = PCL_MODE_USER_SYSTEM | PCLX_MODE_PASSES;
    PCLinit(&descr);
    printf("without: %d, with: %d\n", PCLquery(descr, list, EVENTS, PCL_MODE_USER_SYSTEM),
           PCLquery(descr, list, EVENTS, mode));
    PCLstart(descr, list, EVENTS, mode);
    PCLstop(descr, counts[0], rates, EVENTS);
    PCLstart(descr, list, EVENTS, mode);
    TURNS(1000);
    int answer = PCLstop(descr, counts[1], rates, EVENTS);
    PCLstart(descr, list, EVENTS, mode);
    int n = PCLXpasses(descr);
    PCLstop(descr, counts[2], rates, EVENTS);
    PCLexit(descr);
    printf("passes: %d, answer: %d\n", n, answer);
    for (int i = 0; i < 3; i++)
        printf("%s %lld\n", PCLeventname(list[i]), counts[1][i] - counts[0][i]);
}

BENCHMARK("PCL's events in passes", passes);
