/*
 * SPDX-License-Identifier: MIT
 * Calibrates the ranges of counts of probes: with a displaced stack, with probes in the caches and,
 * on a processor that executes out of order, with end probes in different states.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Measures the events of a pass with a displaced stack. Returns -1 after an error record. */
int range_calibration_run(struct kernel_run *run, const struct variant *v, unsigned pass);

/*
 * The same on a processor that executes out of order, with end probes in different states too.
 * After an error record, the ranges are those measured before. If a benchmark is being measured, it
 * must be set up again: its memory is used, and the state of its regions is lost.
 */
void range_calibration_run_ends(struct kernel_run *run, const struct variant *v, unsigned pass);
