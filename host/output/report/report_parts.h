/*
 * SPDX-License-Identifier: MIT
 * A report by the kernel's report code, and the parts of it: each converts records to the
 * structures that the kernel had when it sent them, and passes these to the kernel's code.
 */
#pragma once

#include <stdio.h>

#include "host/data/run/run.h"
#include "serial/report.h"

/* Prints the records of a run in the order in which they arrived. `only` as in
 * host/output/report/report_layouts.h. */
void report_replay_print(struct run *run, const struct report_form *form, const char *only,
                         FILE *to);

fixed_t report_fixed(double value);
struct report_values report_bench_values(const struct values *values);

/*
 * Reports one benchmark in one variant. `first` is its first result, `time` the time of whole runs.
 * Either may be NULL: a benchmark may have no region, and the record of the time may be missing.
 * Sets shown[i] for each result of the run that belongs to it.
 */
void report_bench_variant(struct report_stream *report, const struct run *run,
                          const struct result *first, const struct run_time *time, bool *shown);

void report_message_fault(struct report_stream *report, struct run *run,
                          const struct fault_record *fault);
void report_message_remark(struct report_stream *report, struct run *run,
                           const struct remark *remark);

/* Reports a program, run.programs[index]. */
void report_program(struct report_stream *report, const struct run *run, unsigned index);
