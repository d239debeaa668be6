/*
 * SPDX-License-Identifier: MIT
 * Compares a run's counts with the expected counts that its benchmarks state by WORK().
 */
#pragma once

#include "host/data/run/run.h"

/*
 * Reports each count that differs from its WORK(), with the line that states it; returns their
 * number. WORK() applies to warm results without ablation, with usual paging, ring 0 counted,
 * benchmarks in ring 0, on the processor that it names. Reads the image `kernel` (NULL: next to
 * this program) if it is the run's.
 */
unsigned work_check(const struct run *run, const char *kernel);
