/*
 * SPDX-License-Identifier: MIT
 * In memory that ring 3 may use.
 */
#include "kernel/lib/hooks.h"

const char *(*hooks_check)(void);
const char *hooks_verdict;

void hooks_run_check(void)
{
    hooks_verdict = hooks_check();
}
