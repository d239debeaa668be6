/*
 * SPDX-License-Identifier: MIT
 * What a benchmark's run has done with the counters by itself, through a library such as libp5mon.
 * The library says it here, and whoever measures clears it before each run.
 */
#pragma once

#include <stdbool.h>

/* boot/launch.asm takes both as one word. */
struct counter_use {
    bool opened;  /* and not closed yet */
    bool written; /* counters were set: those of the harness count no more */
};

extern struct counter_use counter_use;
