/*
 * SPDX-License-Identifier: MIT
 * System calls on time. A sleep ends at once and sets the program's clock forward.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/process/calls/time_values.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/signals/program_timers.h"
#include "kernel/process/system_call.h"

#define TICKS           100u /* a second, of times() */
#define TICK            (NANOSECONDS / TICKS)
#define CLOCK_IS_COARSE 1000000u /* ns: resolution of the coarse clocks, 1000 Hz */

static bool clock_read(uint32_t clock, struct program_time *time)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
        *time = program_clock_real();
        return true;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
        *time = program_clock_monotonic();
        return true;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
        *time = program_clock_used();
        return true;
    default:
        return false;
    }
}

static int32_t call_time(const uint32_t argument[])
{
    int32_t seconds = (int32_t)program_clock_real().seconds;
    int32_t error = user_store_if(argument[0], &seconds, sizeof seconds);

    return error != 0 ? error : seconds;
}

static int32_t call_gettimeofday(const uint32_t argument[])
{
    static const int32_t zone[2] = {0, 0}; /* UTC */
    struct program_time now = program_clock_real();
    int32_t value[2] = {(int32_t)now.seconds, (int32_t)(now.nanoseconds / 1000)};
    int32_t error = user_store_if(argument[0], value, sizeof value);

    return error != 0 ? error : user_store_if(argument[1], zone, sizeof zone);
}

static int32_t call_times(const uint32_t argument[])
{
    struct program_time used = program_clock_used(), now = program_clock_monotonic();
    /* struct tms: user and system time of the process and of its children */
    int32_t ticks[4] = {(int32_t)(used.seconds * TICKS + used.nanoseconds / TICK), 0, 0, 0};
    int32_t error = user_store_if(argument[0], ticks, sizeof ticks);

    return error != 0 ? error : (int32_t)(now.seconds * TICKS + now.nanoseconds / TICK);
}

typedef int32_t store_time(uint32_t to, struct program_time time);

static int32_t store_short(uint32_t to, struct program_time time)
{
    int32_t value[2] = {(int32_t)time.seconds, (int32_t)time.nanoseconds};

    return user_store(to, value, sizeof value);
}

static int32_t store_long(uint32_t to, struct program_time time)
{
    int64_t value[2] = {time.seconds, time.nanoseconds};

    return user_store(to, value, sizeof value);
}

static int32_t call_clock_gettime(const uint32_t argument[])
{
    struct program_time time;

    return clock_read(argument[0], &time) ? store_short(argument[1], time) : -LINUX_EINVAL;
}

static int32_t call_clock_gettime64(const uint32_t argument[])
{
    struct program_time time;

    return clock_read(argument[0], &time) ? store_long(argument[1], time) : -LINUX_EINVAL;
}

static bool clock_resolution(uint32_t clock, struct program_time *time)
{
    bool coarse = clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE;
    bool exists = clock_read(clock, time);

    *time = (struct program_time){0, coarse ? CLOCK_IS_COARSE : 1};
    return exists;
}

static int32_t call_clock_getres(const uint32_t argument[])
{
    struct program_time time;

    if (!clock_resolution(argument[0], &time))
        return -LINUX_EINVAL;
    return argument[1] == 0 ? 0 : store_short(argument[1], time);
}

static int32_t call_clock_getres_time64(const uint32_t argument[])
{
    struct program_time time;

    if (!clock_resolution(argument[0], &time))
        return -LINUX_EINVAL;
    return argument[1] == 0 ? 0 : store_long(argument[1], time);
}

/* Sleeps; if a signal ends it, the rest is stored unless the pointer is NULL. */
static int32_t sleep_for(struct program_time time, uint32_t rest, store_time *store)
{
    if (!program_sleep(&time))
        return 0;
    return rest != 0 && store(rest, time) != 0 ? -LINUX_EFAULT : -LINUX_EINTR;
}

static int32_t call_nanosleep(const uint32_t argument[])
{
    struct program_time time;
    int32_t error = load_time_short(argument[0], &time);

    return error != 0 ? error : sleep_for(time, argument[1], store_short);
}

/* Sleeps for a time, or until a time of the clock; then no rest is stored. */
static int32_t sleep_on_clock(const uint32_t argument[], struct program_time time,
                              store_time *store)
{
    const bool until = argument[1] & TIMER_ABSTIME;
    struct program_time now;

    clock_read(argument[0], &now);
    if (until)
        time = program_clock_until(now, time);
    return sleep_for(time, until ? 0 : argument[3], store);
}

static int32_t check_sleep(uint32_t clock)
{
    struct program_time now;

    if (!clock_read(clock, &now))
        return -LINUX_EINVAL;
    return clock >= CLOCK_THREAD_CPUTIME_ID && clock <= CLOCK_MONOTONIC_COARSE ? -LINUX_EOPNOTSUPP
                                                                               : 0;
}

static int32_t call_clock_nanosleep(const uint32_t argument[])
{
    struct program_time time;
    int32_t error = check_sleep(argument[0]);

    if (error == 0)
        error = load_time_short(argument[2], &time);
    return error != 0 ? error : sleep_on_clock(argument, time, store_short);
}

static int32_t call_clock_nanosleep_time64(const uint32_t argument[])
{
    struct program_time time;
    int32_t error = check_sleep(argument[0]);

    if (error == 0)
        error = load_time_long(argument[2], &time);
    return error != 0 ? error : sleep_on_clock(argument, time, store_long);
}

const struct system_call time_calls[] = {
    {13, 1, "time", call_time},
    {43, 1, "times", call_times},
    {78, 2, "gettimeofday", call_gettimeofday},
    {162, 2, "nanosleep", call_nanosleep},
    {265, 2, "clock_gettime", call_clock_gettime},
    {266, 2, "clock_getres", call_clock_getres},
    {267, 4, "clock_nanosleep", call_clock_nanosleep},
    {403, 2, "clock_gettime64", call_clock_gettime64},
    {406, 2, "clock_getres_time64", call_clock_getres_time64},
    {407, 4, "clock_nanosleep_time64", call_clock_nanosleep_time64},
    {0, 0, NULL, NULL},
};
