/*
 * SPDX-License-Identifier: MIT
 * Finds results that cannot be right: those that violate a rule of pmc/plausibility/plausibility.h,
 * whose whole interval is below 0, that took longer than the whole run, or whose clock advances in
 * steps of more than a thousandth of them.
 */
#pragma once

#include "kernel/measure/kernel_run.h"
#include "serial/report.h"

/*
 * Returns what cannot be right with the result of event e, or NULL. row[] holds the region's
 * results by event; those not measured yet have no samples. Counts within a result's range of the
 * probes' own are possible. `whole` is the time-stamp counter over the whole runs of the same pass.
 */
const char *suspect_reason(const struct kernel_run *run, const struct report_result row[],
                           unsigned e, const struct report_values *whole);

/*
 * Marks a finding whose number cannot be right: the number becomes a text, valid until the next
 * call, and `suspect` the rule that it violates, such as "not above 0 clocks". Returns whether it
 * did. Not in the small image.
 */
bool suspect_finding_mark(struct report_finding *finding) __attribute__((weak));
