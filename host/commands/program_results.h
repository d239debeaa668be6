/*
 * SPDX-License-Identifier: MIT
 * Prints what programs wrote, and reports how they ended, after `bareprobe run`.
 */
#pragma once

#include "host/data/run/run.h"

/* Prints standard output and error of each program; the same bytes of another variant only once. */
void program_results_print(const struct run *run);

/*
 * Reports ends other than status 0, streams that are incomplete, and system calls that the kernel
 * lacks, each once. Returns the number of programs that failed.
 */
unsigned program_results_check(const struct run *run);
