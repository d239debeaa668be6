/*
 * SPDX-License-Identifier: MIT
 * Describes what was requested of a run.
 */
#pragma once

#include "host/data/run/run.h"

/*
 * Returns "suite quick --set cache.misaligned=2 repetitions=5": the suite, the options of the
 * virtual Pentium (each may be ""), and the command-line settings that are not the same in every
 * run. The caller frees it.
 */
char *run_request_text(const char *suite, const char *simulator, const char *arguments);

/* Returns "thesis,apps" for the experiments thesis.txt and apps.txt of a boot medium; "" for
 * others. */
const char *run_request_suite(struct run *run);
