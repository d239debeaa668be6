/*
 * SPDX-License-Identifier: MIT
 * An experiment that measures a program.
 */
#pragma once

#include <stdbool.h>

#include "kernel/measure/kernel_run.h"
#include "kernel/measure/experiment/first_boot.h"

/* Loads the program, and measures it by `measure`. */
void process_experiment_run(struct kernel_run *run, const struct config *config,
                            const struct first_boot *found,
                            void (*measure)(struct kernel_run *run, const struct config *config,
                                            const struct first_boot *found));
