/*
 * SPDX-License-Identifier: MIT
 * Combines several measurements of the clock's speed.
 */
#pragma once

#include <stdint.h>

#define SPEED_MEASUREMENTS 3

/* The range of valid speeds of a time-stamp counter: the first in a PC ran at 60 MHz. */
#define SPEED_LEAST_HZ 10000000ull
#define SPEED_MOST_HZ  10000000000ull

struct speed {
    uint64_t hz;       /* the median; 0 if the speed is unknown */
    uint64_t spread;   /* Hz between the slowest and the fastest */
    const char *why;   /* reason why it is unknown; NULL if it is known */
    uint64_t measured; /* the median, also if it is no valid speed; 0: nothing was measured */
};

/* Combines measurements in Hz; a failed measurement is 0. */
struct speed clock_speed_of(const uint64_t hz[SPEED_MEASUREMENTS]);
