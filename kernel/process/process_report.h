/*
 * SPDX-License-Identifier: MIT
 * The report on the last run of a program.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/* Reports the last run in that variant, if the experiment measures a program. */
void process_report(struct kernel_run *run, const struct report_bench *bench);
