/*
 * SPDX-License-Identifier: MIT
 * The interval timers of a program (setitimer(2)). A timer that has expired sends its signal when a
 * system call returns, or ends a wait: none comes between two instructions of the program.
 */
#pragma once

#include <stdbool.h>

#include "kernel/process/program_clock.h"

/* Linux's numbers. The last two measure the time that the program has used. */
enum { TIMER_REAL, TIMER_VIRTUAL, TIMER_PROFILE, TIMERS };

struct program_timer {
    struct program_time left;     /* until it expires; 0: it is off */
    struct program_time interval; /* after that; 0: once */
};

/* Stops all, before a run. */
void program_timers_reset(void);

void program_timer_set(unsigned timer, const struct program_timer *value);
struct program_timer program_timer_get(unsigned timer);

/* Sends the signals of the timers that have expired. It may end the program. */
void program_timers_send(void);

/*
 * Sets the program's clock forward by a time. If a pending signal or that of a timer ends the sleep
 * before, it returns true and *time is what is left.
 */
bool program_sleep(struct program_time *time);

/* The same, but no pending signal ends it; those of timers do that are `wanted` (bit n - 1), too.
 */
bool program_sleep_for(struct program_time *time, uint64_t wanted);

/* Sets the clock forward to the next signal of a timer, unless one is pending. Returns false if
 * none can come. */
bool program_wait(void);
