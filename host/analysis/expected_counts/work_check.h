/*
 * SPDX-License-Identifier: MIT
 * Compares a run's counts with the expected counts that its benchmarks state by WORK().
 */
#pragma once

#include "host/data/run/run.h"

/*
 * Reports each count that differs from its WORK(), with the line that states it; returns their
 * number. expected_counts_each() describes the results that it applies to, and `kernel`.
 */
unsigned work_check(const struct run *run, const char *kernel);
