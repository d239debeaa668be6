/*
 * SPDX-License-Identifier: MIT
 * Whether a run counted what its benchmarks state by WORK().
 */
#pragma once

#include "host/run/run.h"

/*
 * Says each count that is not as stated, with the line that states it, and returns how many there
 * are. Looked at is what WORK() speaks of: warm, nothing turned off, pages as usual, ring 0
 * counted, benchmarks in ring 0 on the processor that is meant, of the image `kernel` (NULL: beside
 * this program) where that is the run's.
 */
unsigned work_check(const struct run *run, const char *kernel);
