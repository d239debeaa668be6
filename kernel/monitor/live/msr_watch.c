/*
 * SPDX-License-Identifier: MIT
 * Displays MSRs 10h to 13h. Between two rows only the time-stamp counter is read.
 */
#include "kernel/monitor/live/msr_watch.h"

#include "kernel/chart/rate_chart.h"
#include "kernel/lib/format.h"
#include "kernel/lib/x86.h"
#include "kernel/monitor/line/dialogue.h"

/* SDM volume 4, table 2-60: MSRs of the Pentium processor. */
#define MSR_TSC  0x10
#define MSR_CTR0 0x12
#define MSR_CTR1 0x13

#define SECOND_MS 1000u
#define ROW_BYTES 96
#define POLLS_HZ  100 /* how often a second the line and the keyboard are polled */

static int msr_watch_print_row(uint32_t ms, unsigned decimals)
{
    char text[ROW_BYTES], time[16];
    rate_chart_write_time(ms, decimals, time, sizeof time);
    int length = format(text, sizeof text, "%7s", time);
    for (uint32_t msr = MSR_TSC; msr <= MSR_CTR1; msr++) {
        uint64_t value;
        if (x86_rdmsr_safe(msr, &value))
            return dialogue_refuse("rdmsr %x: no such register on this processor", (unsigned)msr);
        length += format(text + length, sizeof text - (size_t)length, " %08x:%08x",
                         (unsigned)(value >> 32), (unsigned)value);
    }
    dialogue_print("%s", text);
    return 0;
}

/* Waits until that time stamp, or until something is typed. Returns whether it was. */
static bool msr_watch_wait(uint64_t until, uint64_t poll)
{
    uint64_t next = rdtsc() + poll, now;
    while ((now = rdtsc()) < until) {
        if (now < next)
            continue;
        if (dialogue_stop_asked())
            return true;
        next = now + poll;
    }
    return dialogue_stop_asked();
}

/*
 * The counters go on while a row is printed, so the times are those since the command's start. Rows
 * that would be due before the last one is printed are left out.
 */
static int msr_watch_rows(uint64_t hz, uint32_t every_ms, uint32_t for_ms)
{
    const uint64_t begun = rdtsc();
    const unsigned decimals = rate_chart_decimals(every_ms, for_ms);
    const uint32_t end = for_ms ? for_ms : UINT32_MAX;
    uint32_t ms = 0;
    while (ms < end) {
        const uint32_t passed = (uint32_t)((rdtsc() - begun) / (hz / SECOND_MS));
        ms = (passed / every_ms + 1) * every_ms;
        if (ms > end)
            ms = end;
        if (msr_watch_wait(begun + hz * ms / SECOND_MS, hz / POLLS_HZ))
            return 0;
        if (msr_watch_print_row(ms, decimals))
            return -1;
    }
    return 0;
}

int msr_watch(const struct pmc *pmc, uint64_t hz, uint32_t every_ms, uint32_t for_ms)
{
    if (pmc->first_msr != MSR_CTR0)
        return dialogue_refuse(
            "watch: msrs: MSRs 11h to 13h are a Pentium's; 'rdmsr' reads those "
            "of this processor");
    dialogue_print("%s",
                   "seconds MSR 10 (TSC)      MSR 11 (CESR)     MSR 12 (CTR0)     "
                   "MSR 13 (CTR1)");
    return msr_watch_rows(hz, every_ms, for_ms);
}
