/*
 * SPDX-License-Identifier: MIT
 * Functions of kernel/process/ for experiments that measure a program instead of benchmarks. The
 * linker connects these functions; in the small image, which lacks them, they are NULL.
 */
#pragma once

#include <stdbool.h>

#include "kernel/measure/kernel_run.h"

/* An empty program, whose only instruction is the INT 80h that ends it: its counts are overhead. */
extern const struct benchmark process_empty __attribute__((weak));

/* Enters the program, as a benchmark's run(). */
void process_enter(void) __attribute__((weak));

/*
 * Before an experiment is planned: makes a program of its name the only benchmark, or restores the
 * benchmarks if it measures those. Nothing is loaded.
 */
void process_experiment_name(const struct config *config) __attribute__((weak));

/*
 * Calibrates what a system call adds to the counts of ring 3: the instruction that returns from it,
 * and the clocks of entering and leaving. The INT 80h itself is an instruction of the program.
 * Counts of ring 0 contain the call as a whole. Returns 0, or -1 after reporting an error.
 */
int process_experiment_calibrate(struct kernel_run *run) __attribute__((weak));

/*
 * Calibrates an empty program, as a whole. On a machine without memory for it a warning is sent
 * instead. Returns 0, or -1 after reporting an error.
 */
int process_experiment_calibrate_empty(struct kernel_run *run) __attribute__((weak));

/*
 * Adds that, for the calls that the last run made in a region, to the overhead of event e, which is
 * for an entry. Returns it.
 */
fixed_t process_experiment_add_calls(const struct variant *variant, unsigned e,
                                     const struct measured_region *region,
                                     struct overhead *overhead) __attribute__((weak));

/*
 * Reports why the kernel, or a signal that the program sent to itself, ended the last run. Returns
 * false if that was not the reason.
 */
bool process_experiment_report_failure(struct kernel_run *run, const char *bench)
    __attribute__((weak));

/* Reports the last run of the program in that variant; nothing if the experiment measures none. */
void process_report(struct kernel_run *run, const struct report_bench *bench) __attribute__((weak));

/* Reports as errors each file of the loader that no program of the run opened, and an executable or
 * file past the limits. Not if several machines share the run's cases. */
void process_report_unopened(struct kernel_run *run) __attribute__((weak));
