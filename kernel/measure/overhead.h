/*
 * SPDX-License-Identifier: MIT
 * What measuring costs, in every event: our own Tables D.1 and D.2 of the thesis.
 */
#pragma once

#include "kernel/measure/run_experiment.h"

/*
 * Calibrates the experiment's events in ring 0 and in ring 3, for the first time and other times,
 * user events alone and both, over an empty region and over an empty run; no benchmark is run.
 */
void overhead_run(struct run *run, const struct config *config) __attribute__((weak));
