/*
 * SPDX-License-Identifier: MIT
 * For a debugger: the memory of the selected program, the beginning and the end of its runs, and
 * its exceptions. The functions may be called while benchmarks are measured, too.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "boot/descriptors.h"

struct process_debugger {
    void (*enter)(uint32_t entry); /* a run of the program will begin at that address */
    void (*leave)(void);           /* the program's memory will be freed */
    /* A signal that the program has sent to itself ends it in that system call. The debugger may
     * stop it there, and then calls process_end_now(). */
    void (*die)(const struct trap_frame *call, const char *signal);
};

/* Sets the debugger; NULL: none. */
void process_debug_by(const struct process_debugger *debugger);

/* Called by kernel/process/run. */
void process_debug_enter(uint32_t entry);
void process_debug_leave(void);
void process_debug_die(const struct trap_frame *call, const char *signal);

/*
 * Sets whether the program is stopped. Exceptions that occur during a stop are the debugger's, and
 * are not handled as the program's.
 */
void process_debug_set_stopped(bool stopped);

/* Reports whether the address can only be the program's. */
bool process_debug_is_address(uint32_t address);

/* Returns where the kernel sees that byte of the program; NULL if it has no page. */
uint8_t *process_debug_byte(uint32_t address);

/* Reports whether the program, and not the kernel on its behalf, was interrupted. True if no
 * program is selected. */
bool process_debug_may_stop(const struct trap_frame *frame);

/* Reports whether the frame is a system call of a program. */
bool process_debug_is_call(const struct trap_frame *frame);

/*
 * Handles a system call, or the growth of the stack, which are no faults of the program. Returns
 * false if the exception is neither.
 */
bool process_debug_serve(struct trap_frame *frame);
