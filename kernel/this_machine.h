/*
 * SPDX-License-Identifier: MIT
 * The machine that a run uses: identifies it, prepares it for counting and reports it.
 */
#pragma once

#include <stdbool.h>

#include "kernel/machine/processor_identity.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/noise.h"
#include "kernel/time/timer.h"
#include "serial/report.h"

extern struct this_machine {
    struct cpu cpu; /* set by processor_identity_read(), first of all fields */
    struct speed speed;
    struct noise noise;
    struct report_machine machine;
    struct report_cpu processor;
    struct report_noise seen;
} this_machine;

/* Prepares the machine before the settings are read: masks interrupts, enables the caches. */
void this_machine_initialise(enum memory_source memory);

/* Prepares the processor for counting, or ends the run. */
void this_machine_prepare(void);

/* Emits the records that describe the machine. */
void this_machine_report(void);

/*
 * Reports whether the processor's counters must count. False for processors and emulators that are
 * known not to count.
 */
bool this_machine_must_count(void);
