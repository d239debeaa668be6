/*
 * SPDX-License-Identifier: MIT
 * C11's <time.h> (7.27), with a clock that counts from the start of the machine, and POSIX's
 * clock_gettime(). Times, and all results that depend on them, change from run to run.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef long long clock_t;
typedef long long time_t;

#define CLOCKS_PER_SEC 1000000ll

/* From the time-stamp counter; -1 if its rate could not be measured. */
clock_t clock(void);

/* Seconds since 1970 by the PC's clock, which is assumed to be UTC; -1 without a clock. */
time_t time(time_t *result);

double difftime(time_t end, time_t begin);

/* The local time is UTC; the locale is "C". */
struct tm {
    int tm_sec, tm_min, tm_hour;
    int tm_mday, tm_mon, tm_year; /* tm_mday from 1, tm_mon from 0, tm_year from 1900 */
    int tm_wday, tm_yday;         /* from 0: Sunday, 1 January */
    int tm_isdst;
};
struct tm *gmtime(const time_t *seconds);
struct tm *localtime(const time_t *seconds);
struct tm *gmtime_r(const time_t *restrict seconds, struct tm *restrict tm);
struct tm *localtime_r(const time_t *restrict seconds, struct tm *restrict tm);
time_t mktime(struct tm *tm);
char *asctime(const struct tm *tm);
char *ctime(const time_t *seconds);
size_t strftime(char *restrict to, size_t size, const char *restrict fmt,
                const struct tm *restrict tm);

struct timespec {
    time_t tv_sec;
    long tv_nsec; /* a multiple of 1,000 */
};
#define TIME_UTC 1
int timespec_get(struct timespec *ts, int base);

typedef int clockid_t;
enum { CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID };
int clock_gettime(clockid_t clock_id, struct timespec *ts);

/*
 * Set by the kernel: clocks per second, and time() at the moment when the time-stamp counter was 0.
 */
extern uint32_t clock_hz;
extern time_t clock_epoch;
