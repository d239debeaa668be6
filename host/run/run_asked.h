/*
 * SPDX-License-Identifier: MIT
 * What was asked of a run.
 */
#pragma once

/* "suite quick repetitions=5": the suite, or "", and the settings of a command line that are not
 * the same in each run. The caller frees it. */
char *run_asked(const char *suite, const char *arguments);
