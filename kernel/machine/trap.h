/*
 * SPDX-License-Identifier: MIT
 * Handles processor exceptions: expected ones are skipped, one in a contained routine ends the
 * routine, any other is reported and ends the run.
 */
#pragma once

#include <stdbool.h>

#include "boot/descriptors.h"
#include "serial/report.h"

/*
 * Sets the function that receives the report of an unexpected exception; it does not return. Before
 * that, an unexpected exception halts the processor.
 */
void trap_report_to(void (*ended)(const struct report_fault *fault));

/*
 * Sets a function that is called first for each exception and interrupt, and returns whether it has
 * handled it. NULL: no such function.
 */
void trap_sample_by(bool (*handler)(struct trap_frame *frame));

/*
 * Sets the function for the exceptions and system calls of a program (kernel/process/), called
 * after the former; it returns whether it has handled them. NULL: no such function.
 */
void trap_program_by(bool (*handler)(struct trap_frame *frame));

/* Reports whether a function for samples is set. */
bool trap_is_sampled(void);

/* Returns the fault that ended the last abandoned routine (boot/contain.h). */
const struct report_fault *trap_contained_fault(void);

/* Returns Intel's name of that vector; "watchdog" for the watchdog's alarm. */
const char *trap_name(uint32_t vector);

/*
 * Sets whether CR4, which came with the later 486s, exists. Fault records include CR4 only after
 * this call.
 */
void trap_reads_cr4(bool present);

/* Called only by boot/exception_stubs.asm. trap_handle() returns if the exception was skipped. */
void trap_handle(struct trap_frame *frame);
void trap_double_fault(void);
