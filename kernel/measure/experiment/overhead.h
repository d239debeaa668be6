/*
 * SPDX-License-Identifier: MIT
 * Measures the overhead of measuring in every event: the equivalent of the thesis's Tables D.1 and
 * D.2.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/*
 * Calibrates the experiment's events in ring 0 and in ring 3, for the first time and later times,
 * user events only and both, over an empty region by probes and by stubs, over an empty run, and
 * over an empty program; no benchmark runs.
 */
void overhead_run(struct kernel_run *run, const struct config *config) __attribute__((weak));

/* Stores a calibration in the tables, if this experiment makes them; returns whether it does. */
bool overhead_note(const struct report_calibration *calibration) __attribute__((weak));
