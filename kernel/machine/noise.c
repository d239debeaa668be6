/*
 * SPDX-License-Identifier: MIT
 * Two loops that run alternately. Each one runs once beforehand, to load its code into the cache
 * and to measure the length of an iteration.
 */
#include "kernel/machine/noise.h"

#include "kernel/lib/x86.h"

#define TRIAL_CLOCKS 20000u
#define SLICES       20u /* slices of both loops together */

/* The kernel's image at its load address: larger than any P5's first-level cache, and only read. */
#define MEMORY       ((const volatile uint8_t *)0x100000)
#define MEMORY_BYTES (128 * 1024u)

struct noise_loop {
    uint32_t step; /* bytes from read to read; 0: no reads */
    uint32_t at, iteration, jumps;
    uint64_t least, largest;
};

/* Runs until the counter reaches `until`. Counts iterations of at least `jump` clocks. */
static __attribute__((noinline)) uint64_t noise_run_loop(struct noise_loop *loop, uint64_t until,
                                                         uint64_t jump)
{
    uint64_t begin = rdtsc(), last = begin;
    for (uint64_t iterations = 0; last < until && iterations < until - begin; iterations++) {
        if (loop->step) {
            (void)MEMORY[loop->at];
            loop->at = (loop->at + loop->step) % MEMORY_BYTES;
        }
        uint64_t now = rdtsc(), iteration = now - last;
        last = now;
        if (iteration < loop->iteration)
            loop->iteration = (uint32_t)iteration;
        if (iteration < jump)
            continue;
        loop->jumps++;
        if (iteration > loop->largest)
            loop->largest = iteration;
        if (iteration < loop->least)
            loop->least = iteration;
    }
    return last;
}

struct noise noise_watch(uint64_t clocks, uint32_t line, uint32_t least_jump)
{
    struct noise_loop loops[2] = {{.iteration = UINT32_MAX, .least = UINT64_MAX},
                                  {.step = line, .iteration = UINT32_MAX, .least = UINT64_MAX}};
    for (unsigned i = 0; i < 2; i++)
        noise_run_loop(&loops[i], rdtsc() + TRIAL_CLOCKS, UINT64_MAX);
    uint64_t begin = rdtsc(), last = begin;
    for (unsigned slice = 1; slice <= SLICES; slice++) {
        struct noise_loop *loop = &loops[slice % 2];
        uint32_t jump = (loop->iteration ? loop->iteration : 1) * NOISE_JUMP;
        if (jump < least_jump)
            jump = least_jump;
        last = noise_run_loop(loop, begin + clocks * slice / SLICES, jump);
    }
    struct noise noise = {
        .watched = last - begin,
        .iteration = loops[0].iteration,
        .memory_iteration = loops[1].iteration,
        .jumps = loops[0].jumps + loops[1].jumps,
        .memory_jumps = loops[1].jumps,
        .least = loops[0].least < loops[1].least ? loops[0].least : loops[1].least,
        .largest = loops[0].largest > loops[1].largest ? loops[0].largest : loops[1].largest,
    };
    if (!noise.jumps)
        noise.least = 0;
    return noise;
}
