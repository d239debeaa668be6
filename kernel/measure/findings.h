/*
 * SPDX-License-Identifier: MIT
 * What benchmarks conclude from their results: the kernel's side of measured() and finding().
 */
#pragma once

#include "kernel/measure/run_experiment.h"

/*
 * Has a benchmark draw its conclusions from the results of a variant, if it can. `values` are what
 * the samples say of each result, in the order of bench->results. Where they leave room, it
 * concludes again and again with other values that are as likely, and a finding that comes out
 * otherwise is reported as unsettled. 0 or -1.
 */
int findings_conclude(struct run *run, const struct benchmark *benchmark,
                      const struct report_bench *bench, const struct steady *values);
