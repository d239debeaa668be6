/*
 * SPDX-License-Identifier: MIT
 * Sampling source: the real-time clock's periodic interrupt (MC146818 data sheet, table 5), 2 Hz to
 * 8192 Hz in powers of two. It is free-running, so all intervals are equal.
 */
#include "kernel/sample/sources/sample_source.h"

#include "kernel/machine/watchdog.h"

#define FASTEST      8192u
#define FASTEST_CODE 3u /* rate in register A; each increment halves the frequency */
#define SLOWEST_CODE 15u

static uint32_t rate_of_rtc;
static unsigned code;

/* Chooses the highest rate that does not exceed the requested one. */
static const char *rtc_source_open(uint64_t tsc_hz, unsigned rate)
{
    (void)tsc_hz;
    code = FASTEST_CODE;
    rate_of_rtc = FASTEST;
    while (rate && rate_of_rtc > rate && code < SLOWEST_CODE) {
        rate_of_rtc /= 2;
        code++;
    }
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
    .go = go_rtc,
    .acknowledge = takes_rtc,
    .close = close_rtc,
};
