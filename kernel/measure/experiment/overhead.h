/*
 * SPDX-License-Identifier: MIT
 * Measures the overhead of measuring in every event: the equivalent of the thesis's Tables D.1 and
 * D.2.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/*
 * Calibrates the experiment's events in ring 0 and in ring 3, for the first time and later times,
 * user events only and both, over an empty region and over an empty run; no benchmark runs.
 */
void overhead_run(struct kernel_run *run, const struct config *config) __attribute__((weak));
