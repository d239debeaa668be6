/*
 * SPDX-License-Identifier: MIT
 * The parts of a report that host/report/retell.c puts together: each hands the kernel's own form
 * of report what the kernel had when it sent the records.
 */
#pragma once

#include "host/run/run.h"
#include "serial/report.h"

fixed_t report_fixed(double value);
struct report_values report_values_of(const struct values *values);

/*
 * One benchmark in one variant: its first result, and its time over whole runs. Either may be NULL:
 * a benchmark may have no region, and a time may not have been heard. shown[i] is set for each of
 * the run's results that is among them.
 */
void report_group(struct report *report, const struct run *run, const struct result *first,
                  const struct run_time *time, bool *shown);

void report_mishap(struct report *report, struct run *run, const struct mishap *mishap);
void report_remark(struct report *report, struct run *run, const struct remark *remark);
