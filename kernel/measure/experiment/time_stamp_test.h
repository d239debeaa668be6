/*
 * SPDX-License-Identifier: MIT
 * A self-test of the time-stamp counter.
 */
#pragma once

#include "kernel/measure/kernel_run.h"

/*
 * Reads the time stamp around 0, 100 and 200 NOPs, several times each. It is `ok` if the same NOPs
 * mostly take the same clocks, and the second hundred takes about as many as the first; `stuck` if
 * it never advances, else `off`. Sets two members of run->selftests: time_stamp_repeats, true if it
 * is `ok`, and clocks_of_100_nops. Not in the small image.
 */
void time_stamp_test(struct kernel_run *run) __attribute__((weak));
