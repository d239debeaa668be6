/*
 * SPDX-License-Identifier: MIT
 * What benchmarks conclude from their results: the kernel's side of measured() and finding().
 */
#pragma once

#include "kernel/run.h"

/* Has a benchmark draw its conclusions from the results of a variant, if it can. 0 or -1. */
int findings_conclude(struct run *run, const struct benchmark *benchmark,
                      const struct report_bench *bench);
