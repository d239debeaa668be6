/*
 * SPDX-License-Identifier: MIT
 * Ends a run: emits its last record, then does what the setting `exit` requests.
 */
#pragma once

#include "kernel/monitor/monitor.h"

struct run_end {
    bool ready;  /* any measurement is possible, so a run may end at the monitor's prompt */
    bool failed; /* this run or an earlier one */
    struct monitored prepared;
};

/* Reports an exception outside benchmarks, which is an error of the run. */
void run_end_report_fault(struct kernel_run *run, const struct report_fault *fault);

/* Emits the done record of this run. Records of further runs may follow. */
void run_end_report(struct run_end *end);

/*
 * Leaves the kernel as the setting `exit` or the prompt requests: exit=monitor opens the prompt,
 * and so does Esc on a machine that halts.
 */
void run_end_exit(struct run_end *end, enum exit_way way) __attribute__((noreturn));
