/*
 * SPDX-License-Identifier: MIT
 * Measures the overhead of an empty region in each variant and event.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Calibrates all variants of the plan. Returns -1 after an error record. */
int calibration_run(struct kernel_run *run);

/* A benchmark that is measured as an empty region or an empty run is. */
struct calibrated {
    const struct benchmark *benchmark;
    const char *of; /* the calibration's record names it so; NULL: no record is sent */
    bool whole;     /* its whole run is counted */
};

/* overhead[e] receives its count of event e. Returns 0, or -1 after reporting an error. */
int calibration_run_benchmark(struct kernel_run *run, const struct variant *variant,
                              const struct calibrated *calibrated, struct overhead *overhead);
