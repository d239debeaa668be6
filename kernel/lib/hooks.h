/*
 * SPDX-License-Identifier: MIT
 * A benchmark's check() called in the ring it runs in, from which nothing can be returned.
 */
#pragma once

extern const char *(*hooks_check)(void); /* to be called */
extern const char *hooks_verdict;        /* what it returned */

void hooks_run_check(void);
