/*
 * SPDX-License-Identifier: MIT
 * Records whether a benchmark has used the counters itself, through a library such as libp5mon.
 * The library sets the flags; the harness clears them before each run.
 */
#pragma once

#include <stdbool.h>

/* boot/launch.asm reads and writes both flags as one word. */
struct counter_use {
    bool opened;  /* opened, not yet closed */
    bool written; /* counters were set, so those of the harness no longer count */
};

extern struct counter_use counter_use;
