/*
 * SPDX-License-Identifier: MIT
 * clock() and time() from the time-stamp counter.
 */
#include "kernel/lib/time.h"

#include "kernel/lib/x86.h"

uint32_t clock_hz;
time_t clock_epoch;

clock_t clock(void)
{
    uint64_t clocks = rdtsc();

    if (clock_hz == 0)
        return -1;
    return (clock_t)(clocks / clock_hz * CLOCKS_PER_SEC +
                     clocks % clock_hz * CLOCKS_PER_SEC / clock_hz);
}

time_t time(time_t *result)
{
    clock_t now = clock();
    time_t seconds = clock_epoch > 0 && now >= 0 ? clock_epoch + now / CLOCKS_PER_SEC : -1;

    if (result != NULL)
        *result = seconds;
    return seconds;
}
