/*
 * SPDX-License-Identifier: MIT
 * Of POSIX's <sys/time.h> the time of day.
 */
#pragma once

#include "kernel/lib/posix_types.h"

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

/* -1 where there is no clock. The zone is not looked at. */
int gettimeofday(struct timeval *restrict to, void *restrict zone);
