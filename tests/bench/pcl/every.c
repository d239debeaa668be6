/*
 * SPDX-License-Identifier: MIT
 * Counts all of PCL's events one after another, as the manual's Java example does.
 */
#include "bench/bench.h"

#include "pcl.h"
#include "stdio.h"
#include "tests/bench/pcl/work.h"

static char buffer[4096];

/* Compares a sum with a subtracted term with its parts, in one count. */
static void difference(PCL_DESCR_TYPE descr)
{
    static const int parts[] = {PCL_JUMP, PCL_JUMP_UNSUCCESS, PCL_JUMP_SUCCESS};
    int events[3];
    PCL_CNT_TYPE counts[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        events[i] = parts[i];
    int answer = PCLstart(descr, events, 3, PCL_MODE_USER_SYSTEM);
    if (answer) {
        printf("together %d\n", answer);
        return;
    }
    TURNS(1000);
    PCLstop(descr, counts, NULL, 3);
    printf("%lld - %lld = %lld\n", counts[0], counts[1], counts[2]);
}

static void every(void)
{
    PCL_DESCR_TYPE descr;
    PCL_CNT_TYPE count;
    PCL_FP_CNT_TYPE rate;
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    PCLinit(&descr);
    for (int event = 0; event < PCL_MAX_EVENT; event++) {
        int answer = PCLquery(descr, &event, 1, PCL_MODE_USER_SYSTEM);
        if (answer) {
            printf("%s %d\n", PCLeventname(event), answer);
            continue;
        }
        PCLstart(descr, &event, 1, PCL_MODE_USER_SYSTEM);
        additions(10);
        TURNS(1000);
        PCLstop(descr, &count, &rate, 1);
        if (PCL_EVENT_IS_INT(event))
            printf("%s %lld\n", PCLeventname(event), count);
        else
            printf("%s %f\n", PCLeventname(event), rate);
    }
    difference(descr);
    PCLexit(descr);
}

BENCHMARK("all of PCL's events, one after another", every);
