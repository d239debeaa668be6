/*
 * SPDX-License-Identifier: MIT
 * Calls a benchmark's check(). The variables are in memory that ring 3 may access.
 */
#include "kernel/lib/hooks.h"

const char *(*hooks_check)(void);
const char *hooks_verdict;

void hooks_run_check(void)
{
    hooks_verdict = hooks_check();
}
