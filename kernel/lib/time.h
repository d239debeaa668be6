/*
 * SPDX-License-Identifier: MIT
 * Of C11's <time.h> (7.27) what a clock that counts from the start of the machine can tell. Both
 * change from run to run, as whatever is computed from them.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef long long clock_t;
typedef long long time_t;

#define CLOCKS_PER_SEC 1000000ll

/* From the time-stamp counter; -1 where its rate could not be measured. */
clock_t clock(void);

/* Seconds since 1970 by the PC's clock, which is taken to be UTC; -1 where there is none. */
time_t time(time_t *result);

double difftime(time_t end, time_t begin);

/* For the kernel to set: clocks a second, and time() when the time-stamp counter was 0. */
extern uint32_t clock_hz;
extern time_t clock_epoch;
