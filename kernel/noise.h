/*
 * SPDX-License-Identifier: MIT
 * Time that passes while nothing is executed: by what the time-stamp counter gains in a loop that
 * does nothing else than look at it. Interrupts being disabled, what takes that time is system
 * management mode, a debugger, or an emulator's host.
 */
#pragma once

#include <stdint.h>

struct noise {
    uint64_t watched; /* clocks */
    uint32_t turn;    /* clocks of the shortest turn of the loop */
    uint32_t jumps;   /* turns NOISE_JUMP times as long or longer */
    uint64_t largest; /* clocks of the longest of them; 0 where there is none */
};

#define NOISE_JUMP 16

/* Watches for a fiftieth of a second, or 2,000,000 clocks where hz is 0. Needs a TSC. */
struct noise noise_watch(uint64_t hz);
