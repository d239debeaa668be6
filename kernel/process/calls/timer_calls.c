/*
 * SPDX-License-Identifier: MIT
 * System calls on interval timers, and the wait for their signals.
 */
#include <stddef.h>

#include "kernel/process/calls/user_values.h"
#include "kernel/process/process_end.h"
#include "kernel/process/signals/program_timers.h"
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

const struct system_call timer_calls[] = {
    {27, 1, "alarm", call_alarm},
    {29, 0, "pause", call_pause},
    {104, 3, "setitimer", call_setitimer},
    {105, 2, "getitimer", call_getitimer},
    {0, 0, NULL, NULL},
};
