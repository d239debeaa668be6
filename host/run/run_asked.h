/*
 * SPDX-License-Identifier: MIT
 * What was asked of a run.
 */
#pragma once

#include "host/run/run.h"

/* "suite quick --set cache.misaligned=2 repetitions=5": the suite and how the virtual Pentium was
 * set, or "", and the settings of a command line that are not the same in each run. The caller
 * frees it. */
char *run_asked(const char *suite, const char *simulator, const char *arguments);

/* "thesis,apps" by the experiments thesis.txt and apps.txt of a boot medium; "" by others. */
const char *run_suite_of_medium(struct run *run);
