/*
 * SPDX-License-Identifier: MIT
 * Parts of a report for host/report/retell.c: each converts records to the structures that the
 * kernel had when it sent them, and passes these to the kernel's report code.
 */
#pragma once

#include "host/run/run.h"
#include "serial/report.h"

fixed_t report_fixed(double value);
struct report_values report_values_of(const struct values *values);

/*
 * Reports one benchmark in one variant. `first` is its first result, `time` the time of whole runs.
 * Either may be NULL: a benchmark may have no region, and the record of the time may be missing.
 * Sets shown[i] for each result of the run that belongs to it.
 */
void report_group(struct report *report, const struct run *run, const struct result *first,
                  const struct run_time *time, bool *shown);

void report_mishap(struct report *report, struct run *run, const struct mishap *mishap);
void report_remark(struct report *report, struct run *run, const struct remark *remark);
