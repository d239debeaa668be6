/*
 * SPDX-License-Identifier: MIT
 * How a run ends: its last record, then what `exit` asks for.
 */
#pragma once

#include <stdbool.h>

#include "serial/report.h"

/* From now on anything can be measured, and the end may be a prompt. */
void end_may_be_a_prompt(void);

/* The last record of this run; others may follow. */
void say_done(void);

void finish(void) __attribute__((noreturn));
void finish_with_error(const char *what);
void finish_after_fault(const struct report_fault *fault);
