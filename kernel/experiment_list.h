/*
 * SPDX-License-Identifier: MIT
 * Runs all experiments of the settings, one after the other.
 */
#pragma once

#include "kernel/measure/experiment/first_boot.h"
#include "kernel/settings/experiments.h"

/*
 * Plans all experiments, so that the report can state the total amount of work, and starts the
 * run's clock. Returns -1 after reporting that an experiment is impossible.
 */
int experiment_list_plan(struct experiments *experiments, struct kernel_run *run);

/* Measures all experiments, which are already planned. `found` is for the first-boot page. */
void experiment_list_measure(struct experiments *experiments, struct kernel_run *run,
                             const struct first_boot *found);

/* Measures one experiment that is already planned. */
void experiment_list_measure_one(struct kernel_run *run, const struct config *config,
                                 const struct first_boot *found);

/*
 * Enables a paging mode. Returns 0, or -1 after reporting that its page tables need more memory
 * than the machine has.
 */
int experiment_list_use_pages(struct kernel_run *run, enum pages pages);
