/*
 * SPDX-License-Identifier: MIT
 * Processor exceptions: those expected are stepped over, those of a contained routine end that, and
 * any other is reported and ends the run.
 */
#pragma once

#include <stdbool.h>

#include "boot/descriptors.h"
#include "serial/report.h"

/*
 * What to do with the report of an unexpected exception; does not return. Until it is set, such an
 * exception stops the processor.
 */
void trap_report_to(void (*ended)(const struct report_fault *fault));

/*
 * Who is asked first about each exception and interrupt, and says whether it was its own; NULL:
 * nobody.
 */
void trap_sample_by(bool (*took)(struct trap_frame *frame));

/* What ended the contained routine (boot/contain.h) that was abandoned last. */
const struct report_fault *trap_contained_fault(void);

/* What Intel calls that vector; "watchdog" for its alarm. */
const char *trap_name(uint32_t vector);

/* CR4 came with the later 486s: it is read for a fault record only once this has been said. */
void trap_reads_cr4(bool present);

/* Called by boot/exception_stubs.asm alone. trap_handle() returns where the exception was stepped
 * over. */
void trap_handle(struct trap_frame *frame);
void trap_double_fault(void);
