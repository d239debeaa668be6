/*
 * SPDX-License-Identifier: MIT
 * Runs one experiment from the prompt, with the current settings and those of the command.
 */
#pragma once

#include "kernel/monitor/command.h"
#include "serial/report.h"

/* Sets session.once to the current settings changed by those words. Returns -1 after a message. */
int measuring_begin(struct word words);
int measuring_set(const char *name, struct word value);

/*
 * Measures, reporting in that format, or for NULL in the report's own. Returns -1 if an error was
 * reported.
 */
int measuring_run(const struct report_form *form);

/* Repeats the self-tests, reporting in that format. */
int measuring_test(const struct report_form *form);

/* `for TIME`: counts the events during that time. */
int measuring_count_time(struct arguments *arguments, struct word names);
