/*
 * SPDX-License-Identifier: MIT
 * The same work in regions and in nested calls of PCL, which print the difference to an empty call.
 */
#include "bench/bench.h"

#include "pcl.h"
#include "stdio.h"
#include "tests/bench/pcl/work.h"

enum { LEVELS = 4, EVENTS = 2 };
enum { BY_REGION, BY_PCL };

static long by;

static PCL_CNT_TYPE inner[2][LEVELS][EVENTS], outer[2][EVENTS];
static int list[EVENTS] = {PCL_INSTR, PCL_LOADSTORE_INSTR};

/* Used twice, so that the compiler generates the same code for both except for the work. */
#define LEVEL(i, results, work)                                                                    \
    PCLstart(descr, list, EVENTS, PCL_MODE_USER_SYSTEM);                                           \
    work;                                                                                          \
    PCLstop(descr, results[i], NULL, EVENTS)
#define COUNT(name, results, whole, a, b, c, d)                                                    \
    static __attribute__((noinline)) void name(PCL_DESCR_TYPE descr)                               \
    {                                                                                              \
        PCLstart(descr, list, EVENTS, PCL_MODE_USER_SYSTEM);                                       \
        LEVEL(0, results, a);                                                                      \
        LEVEL(1, results, b);                                                                      \
        LEVEL(2, results, c);                                                                      \
        LEVEL(3, results, d);                                                                      \
        PCLstop(descr, whole, NULL, EVENTS);                                                       \
    }
COUNT(count_nothing, inner[0], outer[0], (void)0, (void)0, (void)0, (void)0)
COUNT(count_work, inner[1], outer[1], TURNS(10), TURNS(20), TURNS(30), TURNS(40))

static void by_pcl(void)
{
    PCL_DESCR_TYPE descr;
    PCLinit(&descr);
    if (PCLquery(descr, list, EVENTS,
                 PCL_MODE_USER_SYSTEM)) /* a Pentium 4 tags either loads or stores */
        list[1] = PCL_LOAD_INSTR;
    count_nothing(descr);
    count_work(descr);
    PCLexit(descr);
    for (unsigned i = 0; i < LEVELS; i++)
        printf("level %u: %lld instructions, %lld accesses\n", i, inner[1][i][0] - inner[0][i][0],
               inner[1][i][1] - inner[0][i][1]);
    printf("all: %lld instructions, %lld accesses\n", outer[1][0] - outer[0][0],
           outer[1][1] - outer[0][1]);
}

static void by_region(void)
{
    region_begin(0);
    TURNS(10);
    region_end(0);
    region_begin(1);
    TURNS(20);
    region_end(1);
    region_begin(2);
    TURNS(30);
    region_end(2);
    region_begin(3);
    TURNS(40);
    region_end(3);
}

static void run(void)
{
    if (by == BY_PCL)
        by_pcl();
    else
        by_region();
}

BENCHMARK("work in regions, and in PCL's levels", run,
          .arguments = ARGUMENTS(ARGUMENT(by, "region,pcl")));
