/*
 * SPDX-License-Identifier: MIT
 * Reports a benchmark that was ended or that used its regions wrongly.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Reports the fault that ended the last run, which is an error of the run. */
void failure_report_fault(struct kernel_run *run, const struct measurement *m);

/* The same for a fault outside runs: no region is open. */
void failure_report_ended(struct kernel_run *run, const char *bench);

/*
 * Reports the missing results: status=fault for every region seen in m or in the last run (for the
 * whole run if no region was seen), and each event of pass p and later passes.
 */
void failure_report_lost(struct kernel_run *run, unsigned p, const struct measurement *m);

/* Reports each broken region of m, once for a benchmark; each is an error of the run. */
void failure_report_broken(struct kernel_run *run, const struct measurement *m);
