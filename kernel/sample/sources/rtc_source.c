/*
 * SPDX-License-Identifier: MIT
 * Sampling source: the real-time clock's periodic interrupt (MC146818 data sheet, table 5), 2 Hz to
 * 8192 Hz in powers of two. It is free-running, so all intervals are equal.
 */
#include "kernel/sample/sources/sample_source.h"

#include "kernel/lib/x86.h"
#include "kernel/machine/interrupt_lines.h"
#include "kernel/machine/watchdog.h"
#include "kernel/time/cmos.h"

#define REGISTER_C    0x0C /* reading it clears its flags */
#define C_PERIODIC    0x40
#define TICKS         8
#define FEW_HZ        64 /* at lower rates one interval is measured */
#define POLLS_OF_TICK 32 /* if the clocks run together */
#define MOST_POLLS    (64 * POLLS_OF_TICK)
#define FASTEST       8192u
#define FASTEST_CODE  3u /* rate in register A; each increment halves the frequency */
#define SLOWEST_CODE  15u

static uint32_t rate_of_rtc;
static uint64_t clocks_of_tick; /* nominal */
static unsigned code;

/* Chooses the highest rate that does not exceed the requested one. */
static const char *rtc_source_open(uint64_t tsc_hz, unsigned rate)
{
    code = FASTEST_CODE;
    rate_of_rtc = FASTEST;
    while (rate && rate_of_rtc > rate && code < SLOWEST_CODE) {
        rate_of_rtc /= 2;
        code++;
    }
    clocks_of_tick = tsc_hz / rate_of_rtc;
    const char *missing = watchdog_tick(code);
    watchdog_tick(0);
    return missing;
}

static uint32_t rtc_hz(void)
{
    return rate_of_rtc;
}

static void go_rtc(bool yes)
{
    watchdog_tick(yes ? code : 0);
}

/*
 * Waits for the next tick and returns the time-stamp counter; 0 on a time-out. It computes between
 * polls, since an emulator that counts instructions counts few of them while ports are read.
 */
static uint64_t rtc_source_next_tick(void)
{
    for (unsigned polls = 0; polls < MOST_POLLS; polls++) {
        const uint64_t from = rdtsc();
        while (rdtsc() - from < clocks_of_tick / POLLS_OF_TICK)
            ;
        if (cmos_read(REGISTER_C) & C_PERIODIC)
            return rdtsc();
    }
    return 0;
}

/*
 * An emulator's real-time clock may follow the host's time, and its time-stamp counter the number
 * of instructions. Interrupts are disabled, and the requests that ticks leave are dropped.
 */
static uint64_t rtc_source_measure(void)
{
    const unsigned ticks = rate_of_rtc < FEW_HZ ? 1 : TICKS;
    go_rtc(true);
    const uint64_t from = rtc_source_next_tick();
    uint64_t until = from;
    for (unsigned i = 0; i < ticks && until; i++)
        until = rtc_source_next_tick();
    go_rtc(false);
    pic_mask();
    return until ? (until - from) / ticks : 0;
}

static bool takes_rtc(const struct trap_frame *frame)
{
    return frame->vector == VECTOR_WATCHDOG && watchdog_ticked();
}

static void close_rtc(void)
{
    go_rtc(false);
}

const struct sample_source sample_by_rtc = {
    .name = "rtc",
    .steady = true,
    .most = UINT32_MAX,
    .open = rtc_source_open,
    .hz = rtc_hz,
    .measure = rtc_source_measure,
    .go = go_rtc,
    .acknowledge = takes_rtc,
    .close = close_rtc,
};
