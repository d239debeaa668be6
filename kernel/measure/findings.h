/*
 * SPDX-License-Identifier: MIT
 * Findings that benchmarks infer from their results: the kernel's side of finding_measured() and
 * finding().
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/*
 * Makes a benchmark infer its findings from the results of a variant, if it has any. `values` are
 * the values derived from the samples of each result, in the order of bench->results. If the values
 * are uncertain, inference is repeated with other values that are equally likely, and a finding
 * that differs between the trials is reported as unsettled. Returns 0 or -1.
 */
int findings_infer(struct kernel_run *run, const struct benchmark *benchmark,
                   const struct report_bench *bench, const struct steady *values);
