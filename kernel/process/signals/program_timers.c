/*
 * SPDX-License-Identifier: MIT
 * Timers have a time of expiry, in nanoseconds of the clock that they follow.
 */
#include "kernel/process/signals/program_timers.h"

#include "kernel/lib/string.h"
#include "kernel/process/signals/posix_timers.h"
#include "kernel/process/signals/signal_state.h"

static struct {
    uint64_t expires; /* 0: off */
    uint64_t interval;
} timers[TIMERS];

static bool any; /* is on */

static uint64_t timer_clock(unsigned timer)
{
    return program_time_nanoseconds(timer == TIMER_REAL ? program_clock_monotonic()
                                                        : program_clock_used());
}

void program_timers_reset(void)
{
    memset(timers, 0, sizeof timers);
    any = false;
    posix_timers_reset();
}

void program_timer_set(unsigned timer, const struct program_timer *value)
{
    const uint64_t left = program_time_nanoseconds(value->left);
    timers[timer].expires = left ? timer_clock(timer) + left : 0;
    timers[timer].interval = left ? program_time_nanoseconds(value->interval) : 0;
    any |= left != 0;
}

/* A timer that has expired and whose signal was not sent yet has a microsecond left, as on Linux.
 */
struct program_timer program_timer_get(unsigned timer)
{
    const uint64_t now = timer_clock(timer), expires = timers[timer].expires;
    const uint64_t left = !expires ? 0 : expires > now ? expires - now : 1000;
    return (struct program_timer){program_time_of(left), program_time_of(timers[timer].interval)};
}

static void timer_send(unsigned timer)
{
    static const uint8_t signal[TIMERS] = {SIGNAL_ALARM, SIGNAL_VIRTUAL_ALARM, SIGNAL_PROFILE};
    const uint64_t now = timer_clock(timer), interval = timers[timer].interval;
    uint64_t *expires = &timers[timer].expires;
    if (!*expires || *expires > now)
        return;
    *expires = interval ? *expires + ((now - *expires) / interval + 1) * interval : 0;
    signals_send_by_kernel(signal[timer]);
}

void program_timers_send(void)
{
    for (unsigned timer = 0; any && timer < TIMERS; timer++)
        timer_send(timer);
    posix_timers_send();
}

/* Returns when the next timer expires whose signal ends a wait, on the monotonic clock; 0: none. */
static uint64_t timers_next(uint64_t wanted)
{
    const bool by_alarm = wanted & signals_bit(SIGNAL_ALARM) || signals_interrupts(SIGNAL_ALARM);
    const uint64_t alarm = by_alarm ? timers[TIMER_REAL].expires : 0;
    const uint64_t other = posix_timers_next(wanted);
    return !alarm || (other && other < alarm) ? other : alarm;
}

bool program_sleep(struct program_time *time)
{
    return signals_interrupt() || program_sleep_for(time, 0);
}

bool program_sleep_for(struct program_time *time, uint64_t wanted)
{
    const uint64_t whole = program_time_nanoseconds(*time), expires = timers_next(wanted);
    if (!expires) {
        program_clock_skip(*time);
        return false;
    }
    const uint64_t now = program_time_nanoseconds(program_clock_monotonic());
    const uint64_t until = expires > now ? expires - now : 0;
    const bool ends = until < whole;
    program_clock_skip(program_time_of(ends ? until : whole));
    *time = program_time_of(ends ? whole - until : 0);
    return ends;
}

bool program_wait(void)
{
    struct program_time longest = {INT32_MAX, 0};
    return signals_interrupt() || program_sleep_for(&longest, 0);
}
