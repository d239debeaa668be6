/*
 * SPDX-License-Identifier: MIT
 * Calls a benchmark's check() in the ring in which the benchmark runs. The result is passed in
 * memory, because a contained routine cannot return a value.
 */
#pragma once

extern const char *(*hooks_check)(void); /* the check() to call */
extern const char *hooks_verdict;        /* its result */

void hooks_run_check(void);
