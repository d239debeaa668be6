/*
 * SPDX-License-Identifier: MIT
 * Programs the counters itself inside a region: the harness's counts are lost, its time is not.
 */
#include "bench/bench.h"

#include "libp5mon.h"

static void takes_counters(void)
{
    CNT_CONFIG config = {branches, branches, evt_all, evt_all, init_0_1, 77, 99};
    region_begin(0);
    p5mon_init();
    p5mon_config(&config);
    region_end(0);
}

BENCHMARK("sets the counters inside a region", takes_counters);
