/*
 * SPDX-License-Identifier: MIT
 * Measures one benchmark in one variant: all passes, with their results and findings.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Returns 0, or -1 after reporting an error. */
int variant_run_measure(struct kernel_run *run, const struct benchmark *benchmark,
                        struct variant *variant);
