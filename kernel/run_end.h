/*
 * SPDX-License-Identifier: MIT
 * Ends a run: emits its last record, then does what the setting `exit` requests.
 */
#pragma once

#include <stdbool.h>

#include "serial/report.h"

/* Marks the machine as ready to measure. From now on a run may end at the monitor's prompt. */
void run_end_allow_prompt(void);

/* Emits the done record of this run. Records of further runs may follow. */
void run_end_report(void);

void run_end(void) __attribute__((noreturn));
void run_end_with_error(const char *what);
void run_end_after_fault(const struct report_fault *fault);
