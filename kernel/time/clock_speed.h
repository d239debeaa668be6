/*
 * SPDX-License-Identifier: MIT
 * What several measurements of the clock come to.
 */
#pragma once

#include <stdint.h>

#define SPEED_MEASUREMENTS 3

/* No time-stamp counter runs slower or faster: the first in a PC ran at 60 MHz. */
#define SPEED_LEAST_HZ 10000000ull
#define SPEED_MOST_HZ  10000000000ull

struct speed {
    uint64_t hz;     /* the median; 0 where the speed is not known */
    uint64_t spread; /* Hz between the slowest and the fastest */
    const char *why; /* it is not known; NULL where it is */
};

/* Of measurements in Hz; 0 for one that failed. */
struct speed speed_of(const uint64_t hz[SPEED_MEASUREMENTS]);
