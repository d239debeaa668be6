/*
 * SPDX-License-Identifier: MIT
 * System calls on interval timers and on those of timer_create(2), and the wait for their signals.
 */
#include <stddef.h>

#include "kernel/process/calls/time_values.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/process.h"
#include "kernel/process/process_end.h"
#include "kernel/process/signals/posix_timers.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/system_call.h"

#define MICROSECONDS 1000000 /* of a second */

/* struct itimerval of 32-bit words */
struct timer_value {
    int32_t interval[2], left[2]; /* seconds, microseconds */
};

static struct program_time timer_time(const int32_t value[2])
{
    return (struct program_time){value[0], (uint32_t)value[1] * 1000};
}

static int timer_is_valid(const int32_t value[2])
{
    return value[0] >= 0 && value[1] >= 0 && value[1] < MICROSECONDS;
}

static int32_t timer_store(uint32_t to, const struct program_timer *timer)
{
    const struct timer_value value = {
        {(int32_t)timer->interval.seconds, (int32_t)(timer->interval.nanoseconds / 1000)},
        {(int32_t)timer->left.seconds, (int32_t)(timer->left.nanoseconds / 1000)}};
    return user_store(to, &value, sizeof value);
}

static int32_t call_getitimer(const uint32_t argument[])
{
    if (argument[0] >= TIMERS)
        return -LINUX_EINVAL;
    const struct program_timer timer = program_timer_get(argument[0]);
    return timer_store(argument[1], &timer);
}

/* Without a new value the timer is stopped. */
static int32_t call_setitimer(const uint32_t argument[])
{
    struct timer_value value = {{0, 0}, {0, 0}};
    if (argument[1] && user_load(&value, argument[1], sizeof value) != 0)
        return -LINUX_EFAULT;
    if (!timer_is_valid(value.interval) || !timer_is_valid(value.left) || argument[0] >= TIMERS)
        return -LINUX_EINVAL;
    const struct program_timer before = program_timer_get(argument[0]);
    const struct program_timer timer = {timer_time(value.left), timer_time(value.interval)};
    program_timer_set(argument[0], &timer);
    return argument[2] ? timer_store(argument[2], &before) : 0;
}

/* Returns what was left of the alarm before, in whole seconds, but not 0. */
static int32_t call_alarm(const uint32_t argument[])
{
    const struct program_timer before = program_timer_get(TIMER_REAL);
    const struct program_timer timer = {{argument[0], 0}, {0, 0}};
    const uint32_t part = before.left.nanoseconds / 1000;
    program_timer_set(TIMER_REAL, &timer);
    return (int32_t)(before.left.seconds +
                     (part >= MICROSECONDS / 2 || (before.left.seconds == 0 && part > 0)));
}

static int32_t call_pause(const uint32_t argument[])
{
    (void)argument;
    if (!program_wait())
        process_end_with("the program waits for ever: no signal can come");
    return -LINUX_EINTR;
}

/* ---- timers of timer_create(2) --------------------------------------------------------------- */

/* include/uapi/asm-generic/siginfo.h; 2, for a thread of the library, sends a signal as 0 does */
enum { SIGEV_SIGNAL, SIGEV_NONE, SIGEV_THREAD, SIGEV_THREAD_ID = 4 };

struct signal_event {
    uint32_t value, signal, notify, thread;
    uint32_t unused[12];
};
_Static_assert(sizeof(struct signal_event) == 64, "Linux's struct sigevent");

/* Finds what a clock measures. Some have no timers. */
static int32_t find_clock(uint32_t clock, enum posix_timer_clock *found)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_TAI:
        *found = CLOCK_OF_DAY;
        return 0;
    case CLOCK_MONOTONIC:
    case CLOCK_BOOTTIME:
        *found = CLOCK_SINCE_START;
        return 0;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
        *found = CLOCK_OF_USE;
        return 0;
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_MONOTONIC_COARSE:
        return -LINUX_EOPNOTSUPP;
    default:
        return -LINUX_EINVAL;
    }
}

/* Sets what an event asks for. Returns 0 or -LINUX_EINVAL. */
static int32_t load_event(const struct signal_event *event, struct posix_timer_kind *kind)
{
    if (event->notify > SIGEV_THREAD && event->notify != SIGEV_THREAD_ID)
        return -LINUX_EINVAL;
    if (event->notify == SIGEV_THREAD_ID && event->thread != PROCESS_NUMBER)
        return -LINUX_EINVAL;
    if (event->notify != SIGEV_NONE && (event->signal == 0 || event->signal > SIGNALS))
        return -LINUX_EINVAL;
    kind->signal = event->notify == SIGEV_NONE ? 0 : event->signal;
    kind->value = event->value;
    return 0;
}

static int32_t call_timer_create(const uint32_t argument[])
{
    struct signal_event event = {.signal = SIGNAL_ALARM};
    struct posix_timer_kind kind = {.value_is_id = argument[1] == 0};
    uint32_t id;
    if (argument[1] && user_load(&event, argument[1], sizeof event))
        return -LINUX_EFAULT;
    int32_t error = find_clock(argument[0], &kind.clock);
    if (error)
        return error;
    error = load_event(&event, &kind);
    if (!posix_timer_create(&kind, &id))
        return -LINUX_EAGAIN;
    if (!error)
        error = user_store(argument[2], &id, sizeof id);
    if (error)
        posix_timer_delete(id);
    return error;
}

/* struct itimerspec: the interval, then the time until the first expiry */
typedef int32_t load_time(uint32_t from, struct program_time *time);
typedef int32_t store_timer(uint32_t to, const struct program_timer *timer);

static int32_t store_timer_short(uint32_t to, const struct program_timer *timer)
{
    const int32_t words[4] = {(int32_t)timer->interval.seconds,
                              (int32_t)timer->interval.nanoseconds, (int32_t)timer->left.seconds,
                              (int32_t)timer->left.nanoseconds};
    return user_store(to, words, sizeof words);
}

static int32_t store_timer_long(uint32_t to, const struct program_timer *timer)
{
    const int64_t words[4] = {timer->interval.seconds, timer->interval.nanoseconds,
                              timer->left.seconds, timer->left.nanoseconds};
    return user_store(to, words, sizeof words);
}

static int32_t set_timer(const uint32_t argument[], uint32_t time_bytes, load_time *load,
                         store_timer *store)
{
    struct program_timer value, before;
    if (!argument[2])
        return -LINUX_EINVAL;
    int32_t error = load(argument[2], &value.interval);
    if (!error)
        error = load(argument[2] + time_bytes, &value.left);
    if (error)
        return error;
    if (!posix_timer_get(argument[0], &before))
        return -LINUX_EINVAL;
    posix_timer_set(argument[0], &value, argument[1] & TIMER_ABSTIME);
    return argument[3] ? store(argument[3], &before) : 0;
}

static int32_t call_timer_settime(const uint32_t argument[])
{
    return set_timer(argument, 8, load_time_short, store_timer_short);
}

static int32_t call_timer_settime64(const uint32_t argument[])
{
    return set_timer(argument, 16, load_time_long, store_timer_long);
}

static int32_t get_timer(const uint32_t argument[], store_timer *store)
{
    struct program_timer value;
    return posix_timer_get(argument[0], &value) ? store(argument[1], &value) : -LINUX_EINVAL;
}

static int32_t call_timer_gettime(const uint32_t argument[])
{
    return get_timer(argument, store_timer_short);
}

static int32_t call_timer_gettime64(const uint32_t argument[])
{
    return get_timer(argument, store_timer_long);
}

static int32_t call_timer_getoverrun(const uint32_t argument[])
{
    uint32_t overrun;
    return posix_timer_overrun(argument[0], &overrun) ? (int32_t)overrun : -LINUX_EINVAL;
}

static int32_t call_timer_delete(const uint32_t argument[])
{
    return posix_timer_delete(argument[0]) ? 0 : -LINUX_EINVAL;
}

const struct system_call timer_calls[] = {
    {27, 1, "alarm", call_alarm},
    {29, 0, "pause", call_pause},
    {104, 3, "setitimer", call_setitimer},
    {105, 2, "getitimer", call_getitimer},
    {259, 3, "timer_create", call_timer_create},
    {260, 4, "timer_settime", call_timer_settime},
    {261, 2, "timer_gettime", call_timer_gettime},
    {262, 1, "timer_getoverrun", call_timer_getoverrun},
    {263, 1, "timer_delete", call_timer_delete},
    {408, 2, "timer_gettime64", call_timer_gettime64},
    {409, 4, "timer_settime64", call_timer_settime64},
    {0, 0, NULL, NULL},
};
