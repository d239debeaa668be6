/*
 * SPDX-License-Identifier: MIT
 * The thesis's Figure 3.6: the same as its Figure 3.4, through the library.
 */
#include "bench/bench.h"

#include "libp5mon.h"
#include "stdio.h"
#include "stdlib.h"

static void figure_3_6(void)
{
    CNT_CONFIG p5mon_cfg;
    unsigned long long results[3];
    double temp1, temp2;

    if (p5mon_init()) {
        printf("Unable to initialize p5mon device\n");
        exit(-1);
    }
    p5mon_cfg.event0 = data_read_miss;
    p5mon_cfg.ctrl0 = evt_user;
    p5mon_cfg.init0 = (unsigned long long)0x0;
    p5mon_cfg.event1 = data_read;
    p5mon_cfg.ctrl1 = evt_user;
    p5mon_cfg.init1 = (unsigned long long)0x0;
    p5mon_cfg.clr = init_0_1;

    p5mon_config(&p5mon_cfg);
    p5mon_read(results);

    temp1 = (double)(long long)results[0];
    temp2 = (double)(long long)results[1];
    printf("Counter 0 value: %f\n", temp1);
    printf("Counter 1 value: %f\n", temp2);
    printf("Ratio: %f\n", temp1 / temp2);
    p5mon_close();
    exit(0);
}

BENCHMARK(
    "Figure 3.6: the counters used through the p5mon library; counts in ring 3 (privilege=user)",
    figure_3_6);
