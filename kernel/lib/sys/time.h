/*
 * SPDX-License-Identifier: MIT
 * The part of POSIX's <sys/time.h> that returns the time of day.
 */
#pragma once

#include "kernel/lib/posix_types.h"

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

/* Returns -1 without a clock. The zone is ignored. */
int gettimeofday(struct timeval *restrict to, void *restrict zone);
