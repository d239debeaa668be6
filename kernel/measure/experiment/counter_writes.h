/*
 * SPDX-License-Identifier: MIT
 * Finds the counters that a benchmark writes in its regions, by WRMSR in ring 0. Not in the small
 * image.
 */
#pragma once

#include "kernel/measure/repetition.h"

/*
 * Sets counters_written of each region of a measurement that has finished. WRMSR in the benchmark's
 * code in the image is found, and stops by the debug registers in more, uncounted runs: one for
 * each four of them; a benchmark without WRMSR is not run again. A counter that went back in a
 * sample is included too, for code that a benchmark makes in its memory. Nothing is found in runs
 * whose traps have another use.
 */
void counter_writes_find(struct measurement *m) __attribute__((weak));
