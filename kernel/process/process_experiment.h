/*
 * SPDX-License-Identifier: MIT
 * An experiment that measures a program: what differs from one that measures benchmarks. The small
 * image lacks it.
 */
#pragma once

#include <stdbool.h>

#include "kernel/measure/kernel_run.h"
#include "kernel/measure/experiment/first_boot.h"

/*
 * Before an experiment is planned: makes a program of its name the only benchmark, or restores the
 * benchmarks if it measures those. Nothing is loaded.
 */
void process_experiment_name(const struct config *config);

/* Loads the program, and measures it by `measure`. */
void process_experiment_run(struct kernel_run *run, const struct config *config,
                            const struct first_boot *found,
                            void (*measure)(struct kernel_run *run, const struct config *config,
                                            const struct first_boot *found));

/*
 * Calibrates what a system call adds to the counts of ring 3: the instruction that returns from it,
 * and the clocks of entering and leaving. The INT 80h itself is an instruction of the program. Counts
 * of ring 0 contain the call as a whole. Returns 0, or -1 after reporting an error.
 */
int process_experiment_calibrate(struct kernel_run *run);

/*
 * Adds that, for the calls that the last run made in a region, to the overhead of event e, which is
 * for an entry. Returns it.
 */
fixed_t process_experiment_add_calls(const struct variant *variant, unsigned e,
                                     const struct measured_region *region,
                                     struct overhead *overhead);

/*
 * Reports why the kernel, or a signal that the program sent to itself, ended the last run. Returns
 * false if that was not the reason.
 */
bool process_experiment_report_failure(struct kernel_run *run, const char *bench);
