/*
 * SPDX-License-Identifier: MIT
 * Reports the benchmarks that need more memory than the machine has.
 */
#pragma once

#include "host/data/run/run.h"

/* Prints a message with sizes and remedy for each, and returns their number. */
unsigned skipped_benches_report(const struct run *run);
