/*
 * SPDX-License-Identifier: MIT
 * Checks every return code, and that failing calls change nothing. tests/virtual/test_libpcl.py has
 * the expected output, for any processor and either ring.
 */
#include "bench/bench.h"

#include <stdbool.h>

#include "pcl.h"
#include "stdio.h"
#include "tests/bench/pcl/work.h"

enum { BOTH = PCL_MODE_USER_SYSTEM, MOST_EVENTS = PCL_MAX_EVENT + 1 };

static PCL_DESCR_TYPE descr, other;
static PCL_CNT_TYPE counts[MOST_EVENTS];
static PCL_FP_CNT_TYPE rates[MOST_EVENTS];
static int one[1] = {PCL_INSTR}, rate[1] = {PCL_IPC};

static int query(int event, unsigned mode)
{
    return PCLquery(descr, &event, 1, mode);
}

static void before(void)
{
    descr = 0;
    printf("no handle: %d %d %d\n", query(PCL_INSTR, BOTH), PCLstart(descr, one, 1, BOTH),
           PCLexit(descr));
    int null = PCLinit(0), first = PCLinit(&descr);
    printf("init: %d %d %d\n", null, first, PCLinit(&other));
}

static void try_queries(void)
{
    static int all[MOST_EVENTS];
    int five[] = {PCL_CYCLES, PCL_INSTR, PCL_JUMP, PCL_L1DCACHE_MISS, PCL_L1ICACHE_MISS};
    int shared[] = {PCL_CYCLES, PCL_INSTR, PCL_IPC, PCL_ELAPSED_CYCLES};
    printf("illegal: %d %d\n", query(-1, BOTH), query(PCL_MAX_EVENT, BOTH));
    printf("lists: %d %d %d\n", PCLquery(descr, 0, 1, BOTH), PCLquery(descr, one, 0, BOTH),
           PCLquery(descr, all, MOST_EVENTS, BOTH));
    printf("modes: %d %d %d %d %d\n", query(PCL_INSTR, 0), query(PCL_INSTR, 8),
           query(PCL_INSTR, PCL_MODE_USER), query(PCL_INSTR, PCL_MODE_SYSTEM),
           query(PCL_INSTR, BOTH));
    printf("not supported: %d %d\n", query(PCL_INTEGER_INSTR, BOTH),
           query(PCL_ATOMIC_SUCCESS, BOTH));
    printf("too many: %d, shared: %d\n", PCLquery(descr, five, 5, BOTH),
           PCLquery(descr, shared, 4, BOTH));
}

static void try_order(void)
{
    printf("before start: %d %d\n", PCLread(descr, counts, rates, 1),
           PCLstop(descr, counts, rates, 1));
    int two[] = {PCL_INSTR, PCL_CYCLES}, cycles[] = {PCL_CYCLES};
    printf("start: %d\n", PCLstart(descr, one, 1, BOTH));
    printf("nested: %d %d %d\n", PCLstart(descr, cycles, 1, BOTH), PCLstart(descr, two, 2, BOTH),
           PCLstart(descr, one, 1, PCL_MODE_USER));
    printf("others: %d %d %d\n", PCLstart(other, one, 1, BOTH), PCLread(other, counts, rates, 1),
           PCLexit(descr));
    printf("numbers: %d %d\n", PCLread(descr, counts, rates, 2), PCLread(descr, 0, rates, 1));
    int failed = 0;
    for (int i = 1; i < PCL_MAX_NESTING_LEVEL; i++)
        failed |= PCLstart(descr, one, 1, BOTH);
    printf("levels: %d %d\n", failed, PCLstart(descr, one, 1, BOTH));
    for (int i = 1; i < PCL_MAX_NESTING_LEVEL; i++)
        failed |= PCLstop(descr, counts, rates, 1);
    int last = PCLstop(descr, counts, rates, 1);
    printf("stop: %d %d %d\n", failed, last, PCLstop(descr, counts, rates, 1));
}

/*
 * Three additions and five, with failing calls between them. The event counts integer
 * multiplications too, and looking up a list needs some.
 */
static void try_nothing_is_lost(void)
{
    int flops[] = {PCL_FP_INSTR};
    if (PCLstart(descr, flops, 1, BOTH))
        return;
    additions(3);
    PCLstart(descr, one, 1, BOTH);
    PCLstart(other, flops, 1, BOTH);
    PCLstop(descr, counts, rates, 2);
    PCL_driver_start(descr, 1, 1, (PCL_DRIVER_COMMAND_TYPE[]){0x16}, BOTH);
    PCLexit(descr);
    additions(5);
    PCLstop(descr, counts, rates, 1);
    printf("additions: %lld\n", counts[0]);
}

static void try_driver(unsigned instructions, unsigned wrong)
{
    PCL_DRIVER_COMMAND_TYPE commands[PCL_COUNTER_MAX] = {instructions, wrong};
    printf("closed: %d %d %d %d\n", PCL_driver_start(descr, 1, 1, commands, BOTH),
           PCL_driver_read(descr, 1, 1, counts), PCL_driver_stop(descr), PCL_driver_close(descr));
    int open = PCL_driver_open(descr);
    printf("open: %d %d\n", open, PCL_driver_open(other));
    if (PCL_driver_start(descr, 1, 1, commands, BOTH) == PCL_NOT_SUPPORTED) {
        int stop = PCL_driver_stop(descr);
        printf("no driver: %d %d\n", stop, PCL_driver_close(descr));
        return;
    }
    PCL_driver_stop(descr);
    printf("driver: %d %d %d %d %d\n", PCL_driver_start(descr, 2, 2, commands, BOTH),
           PCL_driver_start(descr, PCL_COUNTER_MAX, 1u << 17, commands, BOTH),
           PCL_driver_start(descr, PCL_COUNTER_MAX + 1, 1, commands, BOTH),
           PCL_driver_start(descr, 1, 1, commands, 0),
           PCL_driver_start(descr, 1, 0, commands, BOTH));
    int start = PCL_driver_start(descr, PCL_COUNTER_MAX, 1, commands, BOTH);
    int read = PCL_driver_read(descr, 1, 1, &counts[0]);
    TURNS(100);
    PCL_driver_read(descr, 1, 1, &counts[1]);
    printf("started: %d %d, more than 300: %d\n", start, read, counts[1] - counts[0] > 300);
    printf("refused: %d %d %d\n", PCL_driver_read(descr, 2, 2, counts),
           PCL_driver_start(descr, 1, 1, commands, BOTH), PCLstart(descr, one, 1, BOTH));
    int stop = PCL_driver_stop(descr), again = PCL_driver_stop(descr);
    int close = PCL_driver_close(descr);
    printf("ended: %d %d %d %d\n", stop, again, close, PCL_driver_close(descr));
}

static void try_rates(void)
{
    PCLstart(descr, rate, 1, BOTH);
    TURNS(100);
    int read = PCLread(descr, counts, 0, 1);
    printf("rate: %d %d, ", read, PCLstop(descr, 0, rates, 1));
    printf("between 0 and 4: %d\n", rates[0] > 0 && rates[0] < 4);
    printf("names: %s %d %d\n", PCLeventname(PCL_IPC), PCLeventname(-1) == 0,
           PCLeventname(PCL_MAX_EVENT) == 0);
    printf("kinds: %d %d %d %d\n", PCL_EVENT_IS_INT(PCL_STALL), PCL_EVENT_IS_INT(PCL_MFLOPS),
           PCL_EVENT_IS_RATE(PCL_STALL), PCL_EVENT_IS_RATE(PCL_MEM_FP_RATIO));
}

static void after(void)
{
    PCL_DESCR_TYPE more;
    int failed = 0;
    for (unsigned i = 2; i < 8; i++)
        failed |= PCLinit(&more);
    int ninth = PCLinit(&more), first = PCLexit(descr);
    printf("handles: %d %d, exit: %d %d, after: %d\n", failed, ninth, first, PCLexit(descr),
           query(PCL_INSTR, BOTH));
}

static void codes(void)
{
    PCL_PROCESSOR_INFO info;
    before();
    printf("info: %d %d\n", PCL_driver_info(0), PCL_driver_info(&info));
    bool p5 = info.family[0] == 'P' && info.family[1] == '5';
    try_queries();
    try_order();
    try_nothing_is_lost();
    if (p5)
        try_driver(0x16, 0x3F);
    else
        try_driver(0xC0, 0xC0 | 1u << 20);
    try_rates();
    after();
}

BENCHMARK("PCL's return codes", codes);
