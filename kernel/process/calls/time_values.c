/*
 * SPDX-License-Identifier: MIT
 * Reads and checks times.
 */
#include "kernel/process/calls/time_values.h"

#include "kernel/process/calls/user_values.h"

static int32_t check_time(const struct program_time *time)
{
    return time->seconds < 0 || time->nanoseconds >= NANOSECONDS ? -LINUX_EINVAL : 0;
}

int32_t load_time_short(uint32_t from, struct program_time *time)
{
    int32_t value[2];

    if (user_load(value, from, sizeof value) != 0)
        return -LINUX_EFAULT;
    *time = (struct program_time){value[0], (uint32_t)value[1]};
    return check_time(time);
}

/* The upper half of the nanoseconds is padding. */
int32_t load_time_long(uint32_t from, struct program_time *time)
{
    int64_t value[2];

    if (user_load(value, from, sizeof value) != 0)
        return -LINUX_EFAULT;
    *time = (struct program_time){value[0], (uint32_t)value[1]};
    return check_time(time);
}
