/*
 * SPDX-License-Identifier: MIT
 * Runs the cases of an experiment, each in all variants.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Measures a case in a variant: variant_run_measure(), or a sampled one. Returns 0 or -1. */
typedef int measure_variant(struct kernel_run *run, const struct benchmark *benchmark,
                            struct variant *variant);

/*
 * Runs every case that the settings name, of a plan that was made and reported. A variant that
 * fails ends its case; the run continues with the next.
 */
void case_run_all(struct kernel_run *run, measure_variant *measure);
