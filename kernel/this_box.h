/*
 * SPDX-License-Identifier: MIT
 * The machine that a run uses: identifies it, prepares it for counting and reports it.
 */
#pragma once

#include <stdbool.h>

#include "kernel/machine/identify_processor.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/noise.h"
#include "kernel/time/timer.h"
#include "serial/report.h"

extern struct box {
    struct cpu cpu; /* set by cpu_identify(), first of all fields */
    struct speed speed;
    struct noise noise;
    struct report_machine machine;
    struct report_cpu processor;
    struct report_noise seen;
} box;

/* Prepares the machine before the settings are read: masks interrupts, enables the caches. */
void box_look(enum memory_source memory);

/* Prepares the processor for counting, or ends the run. */
void box_take(void);

/* Emits the records that describe the machine. */
void box_say(void);

/*
 * Reports whether the processor's counters must count. False for processors and emulators that are
 * known not to count.
 */
bool box_must_count(void);
