/*
 * SPDX-License-Identifier: MIT
 * One loop twice: the first time only finds out how long a turn is, and brings it into the cache.
 */
#include "kernel/noise.h"

#include "kernel/x86.h"

#define TRIAL_CLOCKS    20000u
#define CLOCKS_IF_NO_HZ 2000000u

/* Turns of `jump` clocks and more are counted. Ends also where the counter stands still. */
static __attribute__((noinline)) struct noise watch(uint64_t clocks, uint32_t jump)
{
    struct noise noise = {.turn = UINT32_MAX};
    uint64_t begin = rdtsc(), last = begin;
    for (uint64_t turns = 0; last - begin < clocks && turns < clocks; turns++) {
        uint64_t now = rdtsc(), turn = now - last;
        last = now;
        if (turn < noise.turn)
            noise.turn = (uint32_t)turn;
        if (turn < jump)
            continue;
        noise.jumps++;
        if (turn > noise.largest)
            noise.largest = turn;
    }
    noise.watched = last - begin;
    return noise;
}

struct noise noise_watch(uint64_t hz)
{
    uint32_t turn = watch(TRIAL_CLOCKS, UINT32_MAX).turn;
    return watch(hz ? hz / 50 : CLOCKS_IF_NO_HZ, (turn ? turn : 1) * NOISE_JUMP);
}
