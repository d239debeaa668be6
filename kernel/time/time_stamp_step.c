/*
 * SPDX-License-Identifier: MIT
 * Reads the time-stamp counter in a loop.
 */
#include "kernel/time/time_stamp_step.h"

#include <stdbool.h>

#include "kernel/lib/x86.h"

#define ADVANCES   64
#define MOST_READS 4000000u /* over a tenth of a second on any processor */

uint32_t time_stamp_step(void)
{
    uint64_t last = rdtsc();
    uint32_t least = UINT32_MAX;
    bool stood = false;
    unsigned advances = 0;
    for (uint32_t reads = 0; reads < MOST_READS && advances < ADVANCES; reads++) {
        uint64_t now = rdtsc();
        if (now == last)
            stood = true;
        else if (advances++ && now - last < least) /* the first step had begun before */
            least = (uint32_t)(now - last);
        last = now;
    }
    return stood ? least : 0;
}
