/*
 * SPDX-License-Identifier: MIT
 * Ends a benchmark that does not end, by one alarm of the real-time clock: nothing interrupts a
 * benchmark before that. One in ring 0 that disables interrupts cannot be ended.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * How long a repetition may take: at least that many seconds pass before the alarm, and less than
 * two more; 0 for as long as it likes. NULL, or why there is no watchdog.
 */
const char *watchdog_set(unsigned seconds);

/* As set; 0 where there is no watchdog. */
unsigned watchdog_seconds(void);

/* The time runs from now on; a few dozen port accesses. Call with interrupts disabled. */
void watchdog_arm(void);

/* No alarm comes any more. */
void watchdog_disarm(void);

/* The clock's alarm as the BIOS had left it. Behind all measuring, interrupts disabled. */
void watchdog_put_back(void);

/*
 * The clock's periodic interrupt, of the rate that register A has that code for, beside the alarm;
 * 0 ends it. NULL, or why there is none.
 */
const char *watchdog_tick(unsigned rate);

/* Called by the interrupt's handler: whether it is that one alone, which it then ends. */
bool watchdog_ticked(void);

/* Called by the interrupt's handler alone, and ends the interrupt: whether it is the alarm. */
bool watchdog_fired(void);
