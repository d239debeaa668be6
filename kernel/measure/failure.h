/*
 * SPDX-License-Identifier: MIT
 * What is reported of a benchmark that was ended, or that used its regions wrongly.
 */
#pragma once

#include "kernel/measure/run_experiment.h"

/* The fault that ended the run just made; an error of the run. */
void failure_report_fault(struct run *run, const struct measurement *m);

/* The same outside of runs: no region is open. */
void failure_report_ended(struct run *run, const char *bench);

/*
 * The results there are not: status=fault for every region seen in m or in the run just made (for
 * the run as a whole where none was), and each event of pass p and those behind it.
 */
void failure_report_lost(struct run *run, unsigned p, const struct measurement *m);

/* Each broken region of m, once for a benchmark; an error of the run each. */
void failure_report_broken(struct run *run, const struct measurement *m);
