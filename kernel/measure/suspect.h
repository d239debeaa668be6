/*
 * SPDX-License-Identifier: MIT
 * Finds results that cannot be right: those that violate a rule of pmc/plausibility/plausibility.h,
 * whose whole interval is below 0, or that took longer than the whole run.
 */
#pragma once

#include "kernel/measure/plan.h"
#include "serial/report.h"

/*
 * Returns what cannot be right with the result of event e, or NULL. row[] holds the region's
 * results by event; those not measured yet have no samples. Counts within a result's range of the
 * probes' own are possible. `whole` is the time-stamp counter over whole runs.
 */
const char *suspect_reason(const struct plan *plan, const struct report_result row[], unsigned e,
                           const struct report_values *whole);
