/*
 * SPDX-License-Identifier: MIT
 * Results that are put together from several runs of the benchmark, a pass of the events in each.
 */
#pragma once

#include <stdint.h>

/* The pass of this run, to be taken modulo their number. */
unsigned kept_pass(void);

/*
 * Keeps what this run gained of its pass, for the next result in the order of the program, and
 * fills in the other passes from the runs before. PCL_SUCCESS, or PCLX_INCOMPLETE where some pass
 * has not come yet, and its natives are 0.
 */
int kept_results(uint64_t gained[]);
