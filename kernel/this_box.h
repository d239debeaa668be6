/*
 * SPDX-License-Identifier: MIT
 * The machine that a run is on: what it is, made ready to count, and told.
 */
#pragma once

#include <stdbool.h>

#include "kernel/machine/identify_processor.h"
#include "kernel/machine/memory.h"
#include "kernel/machine/noise.h"
#include "kernel/time/timer.h"
#include "serial/report.h"

extern struct box {
    struct cpu cpu; /* cpu_identify() comes first */
    struct speed speed;
    struct noise noise;
    struct report_machine machine;
    struct report_cpu processor;
    struct report_noise seen;
} box;

/* Before the settings are read: quiet, its caches on. */
void box_look(enum memory_source memory);

/* The processor made ready to count, or the end of the run. */
void box_take(void);

/* What was found, in records. */
void box_say(void);

/* Whether its counters must count: not where those are known that do not. */
bool box_must_count(void);
