/*
 * SPDX-License-Identifier: MIT
 * Measures one benchmark in one variant: all passes, with their results and findings.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Returns 0, or -1 after reporting an error. */
int variant_run_measure(struct kernel_run *run, const struct benchmark *benchmark,
                        struct variant *variant);

/*
 * Runs the benchmark once more, uncounted, with a larger stream in free memory, and reports that
 * output; m is the measurement of the pass, whose samples stay as they are. Output that does not
 * fit there either is reported as lost. From kernel/measure/output; not in the small image.
 */
void long_output_report(struct kernel_run *run, const struct measurement *m,
                        const struct report_bench *bench) __attribute__((weak));
