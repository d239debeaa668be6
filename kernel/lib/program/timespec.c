/*
 * SPDX-License-Identifier: MIT
 * Clocks of POSIX and C11, from clock() and time().
 */
#include "kernel/lib/errno.h"
#include "kernel/lib/sys/time.h"
#include "kernel/lib/time.h"

/* Reads the time of day, or the time since the start of the machine. Returns -1 without a clock. */
static int timespec_read_clock(struct timespec *ts, int of_day)
{
    clock_t now = clock();

    if (now < 0 || (of_day && clock_epoch <= 0))
        return -1;
    ts->tv_sec = now / CLOCKS_PER_SEC + (of_day ? clock_epoch : 0);
    ts->tv_nsec = (long)(now % CLOCKS_PER_SEC) * 1000;
    return 0;
}

int timespec_get(struct timespec *ts, int base)
{
    return base == TIME_UTC && timespec_read_clock(ts, 1) == 0 ? base : 0;
}

int clock_gettime(clockid_t clock_id, struct timespec *ts)
{
    if (clock_id >= 0 && clock_id <= CLOCK_PROCESS_CPUTIME_ID &&
        timespec_read_clock(ts, clock_id == CLOCK_REALTIME) == 0)
        return 0;
    errno = EINVAL;
    return -1;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    struct timespec now;

    (void)zone;
    if (timespec_read_clock(&now, 1) != 0)
        return -1;
    *to = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}
