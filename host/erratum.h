/*
 * SPDX-License-Identifier: MIT
 * Errata of counters (pmc/events/errata.def) in the results that they may touch.
 */
#pragma once

#include "host/run.h"

/*
 * How a result may be wrong: it is not 0, its event has an erratum on the run's processor, and what
 * brings that about was counted in the same region or, where it may happen unseen, not counted at
 * all. NULL: it is right.
 */
const char *result_erratum(const struct run *run, const struct result *result);
