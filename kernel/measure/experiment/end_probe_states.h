/*
 * SPDX-License-Identifier: MIT
 * Finds the states in which the end probes of a region are executed, on a processor that executes
 * out of order.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/*
 * Counts, in more repetitions of the benchmark, the misses of each region in the code cache and in
 * the TLB of code, its mispredicted branches and its misses in L1. The region of m then has the
 * largest number of its entries whose probes missed: `cold_ends` and `displaced_ends`. If the
 * number cannot be found, the fields are unchanged. The regions' state is lost.
 */
void end_probe_states_find(struct kernel_run *run, struct measurement *m);
