/*
 * SPDX-License-Identifier: MIT
 * Running a routine so that whatever it does to the processor, its caller gets control back:
 * faults, a lost stack, changed flags and segment registers, in ring 0 or ring 3.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Calls the routine on the stack that ends at stack_top, in ring 3 if `user`. Returns 0 where it
 * returned, 1 where contain_abandon() ended it.
 */
int contain_run(void (*routine)(void), void *stack_top, int user);

/* Whether interrupts are enabled while a routine runs; at first they are not. */
void contain_interruptible(bool yes);

/* Whether a contained routine is running now. */
bool contain_active(void);

/* What contain_run() goes back to; 0 while no routine runs. */
extern uint32_t contain_callers_stack;

/* Ends the running routine; called from a trap handler. Does not return. */
void contain_abandon(void) __attribute__((noreturn));

/* Entered through gates only. */
void contain_returned(void);
void contain_read_counter(void);
void contain_write_counter(void);
