/*
 * SPDX-License-Identifier: MIT
 * Runs a routine contained: its caller regains control after faults, a lost stack, changed flags
 * and segment registers, in ring 0 or ring 3.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Calls the routine on the stack that ends at stack_top, in ring 3 if `user`. Returns 0 if the
 * routine returned, 1 if contain_abandon() ended it.
 */
int contain_run(void (*routine)(void), void *stack_top, int user);

/* Sets whether interrupts are enabled while a routine runs. They are disabled at first. */
void contain_interruptible(bool yes);

/* Reports whether a contained routine is running now. */
bool contain_active(void);

/* Stack pointer to which contain_run() returns; 0 while no routine runs. */
extern uint32_t contain_callers_stack;

/* Ends the running routine; called from a trap handler. Does not return. */
void contain_abandon(void) __attribute__((noreturn));

/* Entry points of gates; never called directly. */
void contain_returned(void);
void contain_read_counter(void);
void contain_write_counter(void);
