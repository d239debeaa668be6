/*
 * SPDX-License-Identifier: MIT
 * Runs all experiments of the settings, one after the other.
 */
#pragma once

#include "kernel/settings/config.h"

/*
 * Plans all experiments, so that the report can state the total amount of work; then measures them.
 */
void experiment_list_run(void);

/* Measures one experiment that is already planned. */
void experiment_list_measure(const struct config *config);

/*
 * Enables a paging mode. Returns 0, or -1 after reporting that its page tables need more memory
 * than the machine has.
 */
int experiment_list_use_pages(enum pages pages);
