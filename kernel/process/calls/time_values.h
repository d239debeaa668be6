/*
 * SPDX-License-Identifier: MIT
 * Clocks, and times in the program's memory.
 */
#pragma once

#include <stdint.h>

#include "kernel/process/program_clock.h"

/* include/uapi/linux/time.h */
enum clocks {
    CLOCK_REALTIME,
    CLOCK_MONOTONIC,
    CLOCK_PROCESS_CPUTIME_ID,
    CLOCK_THREAD_CPUTIME_ID,
    CLOCK_MONOTONIC_RAW,
    CLOCK_REALTIME_COARSE,
    CLOCK_MONOTONIC_COARSE,
    CLOCK_BOOTTIME,
    CLOCK_TAI = 11,
};

#define TIMER_ABSTIME 1u

/*
 * A struct timespec of 32-bit words, and a struct __kernel_timespec. Return 0, -LINUX_EFAULT, or
 * -LINUX_EINVAL for a time that is negative or has too large a fraction.
 */
int32_t load_time_short(uint32_t from, struct program_time *time);
int32_t load_time_long(uint32_t from, struct program_time *time);
