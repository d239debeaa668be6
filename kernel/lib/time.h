/*
 * SPDX-License-Identifier: MIT
 * clock() and time() of C11's <time.h>, with a clock that counts from the start of the machine.
 * Times, and all results that depend on them, change from run to run.
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

/*
 * Set by the kernel: clocks per second, and time() at the moment when the time-stamp counter was 0.
 */
extern uint32_t clock_hz;
extern time_t clock_epoch;
