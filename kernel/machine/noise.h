/*
 * SPDX-License-Identifier: MIT
 * Detects interruptions by system management mode, a debugger, an emulator's host or other bus
 * agents: two loops read the time-stamp counter with interrupts disabled, and time that passes
 * between two reads is lost time. The second loop also reads memory beyond the first-level cache,
 * which reveals agents that occupy the bus.
 */
#pragma once

#include <stdint.h>

struct noise {
    uint64_t watched;   /* clocks, by both loops alternately */
    uint32_t iteration; /* clocks of the shortest iteration of the loop that reads no memory */
    uint32_t memory_iteration; /* the same for the loop that reads memory */
    uint32_t jumps;            /* iterations of at least NOISE_JUMP times their loop's shortest */
    uint32_t memory_jumps;     /* those in the loop that reads memory */
    uint64_t least, largest;   /* clocks of the shortest and the longest jump; 0 without jumps */
};

#define NOISE_JUMP 16

/*
 * Watches for `clocks` clocks, on a processor with cache lines of at most `line` bytes, a power of
 * two. No iteration of less than `least_jump` clocks is a jump. Needs a TSC; also ends if the TSC
 * does not advance.
 */
struct noise noise_watch(uint64_t clocks, uint32_t line, uint32_t least_jump);
