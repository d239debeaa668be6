/*
 * SPDX-License-Identifier: MIT
 * Ends a run: emits its last record, then does what the setting `exit` requests.
 */
#pragma once

#include <stdbool.h>

#include "serial/report.h"

/* Marks the machine as ready to measure. From now on a run may end at the monitor's prompt. */
void end_may_be_a_prompt(void);

/* Emits the done record of this run. Records of further runs may follow. */
void say_done(void);

void finish(void) __attribute__((noreturn));
void finish_with_error(const char *what);
void finish_after_fault(const struct report_fault *fault);
