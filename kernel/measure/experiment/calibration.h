/*
 * SPDX-License-Identifier: MIT
 * Measures the overhead of an empty region in each variant and event.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Calibrates all variants of the plan. Returns -1 after an error record. */
int calibration_run(struct kernel_run *run);
