/*
 * SPDX-License-Identifier: MIT
 * Reports the output of a benchmark that prints more than its stream holds.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/*
 * Runs the benchmark once more, uncounted, with a larger stream in free memory, and reports that
 * output; m is the measurement of the pass, whose samples stay as they are. Output that does not
 * fit there either is reported as lost. Not in the small image.
 */
void long_output_report(struct kernel_run *run, const struct measurement *m,
                        const struct report_bench *bench) __attribute__((weak));
