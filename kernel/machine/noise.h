/*
 * SPDX-License-Identifier: MIT
 * Time that passes while nothing is executed: by what the time-stamp counter gains in a loop that
 * does nothing else than look at it. Interrupts being disabled, what takes that time is system
 * management mode, a debugger, or an emulator's host; and, in a loop that reads beyond the first
 * cache in turn with it, who holds the bus.
 */
#pragma once

#include <stdint.h>

struct noise {
    uint64_t watched;      /* clocks, by both loops in turn */
    uint32_t turn;         /* clocks of the shortest turn of the loop that reads no memory */
    uint32_t memory_turn;  /* and of the other */
    uint32_t jumps;        /* turns NOISE_JUMP times as long as their loop's shortest, or longer */
    uint32_t memory_jumps; /* those of them in the loop that reads memory */
    uint64_t least, largest; /* clocks of the shortest and longest of them; 0 where there is none */
};

#define NOISE_JUMP 16

/*
 * For so many clocks, on a processor whose cache lines are of so many bytes or less: a power of
 * two. Needs a TSC; ends also where it stands still.
 */
struct noise noise_watch(uint64_t clocks, uint32_t line);
