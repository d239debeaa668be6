/*
 * SPDX-License-Identifier: MIT
 * System calls that wait for a signal. One is pending, or comes from a timer; otherwise the run
 * ends, since no other process can send one.
 */
#include <stdbool.h>
#include <stddef.h>

#include "kernel/process/calls/time_values.h"
#include "kernel/process/calls/user_values.h"
#include "kernel/process/process_end.h"
#include "kernel/process/signals/program_timers.h"
#include "kernel/process/signals/signal_frames.h"
#include "kernel/process/signals/signal_state.h"
#include "kernel/process/system_call.h"

static const char no_signal[] = "the program waits for ever: no signal can come";

static int32_t wait_with_mask(uint64_t mask)
{
    signals_block_for_wait(mask);
    if (!program_wait())
        process_end_with(no_signal);
    return -LINUX_EINTR;
}

/* Its first two arguments are unused. */
static int32_t call_sigsuspend(const uint32_t argument[])
{
    return wait_with_mask(argument[2]);
}

static int32_t call_rt_sigsuspend(const uint32_t argument[])
{
    uint64_t mask;
    if (argument[1] != sizeof mask)
        return -LINUX_EINVAL;
    return user_load(&mask, argument[0], sizeof mask) ? -LINUX_EFAULT : wait_with_mask(mask);
}

/* Takes a pending signal of the set. Returns its number, 0 if none is pending, or an error. */
static int32_t take_signal(uint64_t set, uint32_t info_at)
{
    struct signal_cause cause;
    if (!signals_take(set, &cause))
        return 0;
    const struct signal_info info = signal_frames_info(&cause);
    return user_store_if(info_at, &info, sizeof info) ? -LINUX_EFAULT : cause.signal;
}

/* Passes the time up to the next signal of a timer. Returns false if none comes in this time. */
static bool wait_for_alarm(uint64_t set, struct program_time *limit)
{
    struct program_time longest = {INT32_MAX, 0};
    const bool ends = program_sleep_for(limit ? limit : &longest, set);
    if (!ends && !limit)
        process_end_with(no_signal);
    program_timers_send();
    return ends;
}

/* An ignored signal is lost unless it is blocked, so the timer may expire without an end. */
static int32_t wait_for_signal(uint64_t set, uint32_t info_at, struct program_time *limit)
{
    int32_t taken = take_signal(set, info_at);
    while (!taken) {
        if (signals_interrupt())
            return -LINUX_EINTR;
        if (limit && limit->seconds == 0 && limit->nanoseconds == 0)
            return -LINUX_EAGAIN;
        const bool came = wait_for_alarm(set, limit);
        taken = take_signal(set, info_at);
        if (!taken && !came)
            return -LINUX_EAGAIN;
    }
    return taken;
}

static int32_t timed_wait(const uint32_t argument[],
                          int32_t (*load)(uint32_t from, struct program_time *time))
{
    struct program_time limit;
    uint64_t set;
    if (argument[3] != sizeof set)
        return -LINUX_EINVAL;
    if (user_load(&set, argument[0], sizeof set))
        return -LINUX_EFAULT;
    const int32_t wrong = argument[2] ? load(argument[2], &limit) : 0;
    set &= ~(signals_bit(SIGNAL_KILL) | signals_bit(SIGNAL_STOP));
    return wrong ? wrong : wait_for_signal(set, argument[1], argument[2] ? &limit : NULL);
}

static int32_t call_rt_sigtimedwait(const uint32_t argument[])
{
    return timed_wait(argument, load_time_short);
}

static int32_t call_rt_sigtimedwait_time64(const uint32_t argument[])
{
    return timed_wait(argument, load_time_long);
}

const struct system_call signal_wait_calls[] = {
    {72, 3, "sigsuspend", call_sigsuspend},
    {177, 4, "rt_sigtimedwait", call_rt_sigtimedwait},
    {179, 2, "rt_sigsuspend", call_rt_sigsuspend},
    {421, 4, "rt_sigtimedwait_time64", call_rt_sigtimedwait_time64},
    {0, 0, NULL, NULL},
};
