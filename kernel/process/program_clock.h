/*
 * SPDX-License-Identifier: MIT
 * The time that a program sees: the machine's clock, set forward by every sleep. A sleep ends at
 * once, so that a program that waits costs no clocks and reads the time that it expects.
 */
#pragma once

#include <stdint.h>

#define NANOSECONDS 1000000000u /* of a second */

struct program_time {
    int64_t seconds;
    uint32_t nanoseconds; /* 0 to NANOSECONDS - 1 */
};

static inline uint64_t program_time_nanoseconds(struct program_time time)
{
    return (uint64_t)time.seconds * NANOSECONDS + time.nanoseconds;
}

static inline struct program_time program_time_of(uint64_t nanoseconds)
{
    return (struct program_time){(int64_t)(nanoseconds / NANOSECONDS),
                                 (uint32_t)(nanoseconds % NANOSECONDS)};
}

/* Begins a run: no sleep yet, and program_clock_used() is 0. */
void program_clock_reset(void);

/* Time since 1970. */
struct program_time program_clock_real(void);

/* Time since the machine was started. */
struct program_time program_clock_monotonic(void);

/* Time since the run began, without sleeps. */
struct program_time program_clock_used(void);

/* Sets the first two clocks forward by a time. */
void program_clock_skip(struct program_time time);

/* Returns the time from `now` to `then`, or 0 if it has passed. */
struct program_time program_clock_until(struct program_time now, struct program_time then);
