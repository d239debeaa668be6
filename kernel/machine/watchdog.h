/*
 * SPDX-License-Identifier: MIT
 * The watchdog: ends a benchmark that does not end, by one alarm of the real-time clock. Nothing
 * interrupts a benchmark before the alarm. The alarm is an NMI if there is a local APIC; otherwise
 * a benchmark in ring 0 that disables interrupts cannot be ended.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Sets the time limit of a repetition: at least that many seconds pass before the alarm, and less
 * than two more; 0 for no limit. Returns NULL, or the reason why there is no watchdog. The first
 * call with a limit waits until an alarm has interrupted, at most 1.5 s.
 */
const char *watchdog_set(unsigned seconds);

/* Returns the limit; 0 without a watchdog. */
unsigned watchdog_seconds(void);

/*
 * Reports whether the alarm is an NMI, which ends benchmarks that disable interrupts, too. Where
 * samples are taken or breakpoints set it is an interrupt.
 */
bool watchdog_uses_nmi(void);

/* Starts the time limit, with a few dozen port accesses. Call with interrupts disabled. */
void watchdog_arm(void);

/* Cancels the alarm. */
void watchdog_disarm(void);

/*
 * Restores the alarm that the BIOS had set. Call after all measurements, with interrupts disabled.
 */
void watchdog_restore(void);

/*
 * Starts the clock's periodic interrupt, in addition to the alarm, with that rate code of register
 * A; 0 stops it. Returns NULL, or the reason why it is unavailable.
 */
const char *watchdog_tick(unsigned rate);

/*
 * For the interrupt handler: reports whether only the periodic interrupt has occurred, and ends it
 * in that case.
 */
bool watchdog_ticked(void);

/* For the interrupt handler: reports whether the alarm has occurred, and ends the interrupt. */
bool watchdog_fired(void);

/* The same for an NMI. */
bool watchdog_fired_nmi(void);
