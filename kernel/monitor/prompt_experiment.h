/*
 * SPDX-License-Identifier: MIT
 * Runs one experiment from the prompt, with the current settings and those of the command.
 */
#pragma once

#include "kernel/measure/experiment/first_boot.h"
#include "kernel/monitor/command.h"
#include "serial/report.h"

/* Sets session.once to the current settings changed by those words. Returns -1 after a message. */
int prompt_experiment_begin(struct word words);
int prompt_experiment_set(const char *name, struct word value);

/*
 * Measures, reporting in that format, or for NULL in the report's own. Returns -1 if an error was
 * reported.
 */
int prompt_experiment_run(const struct report_form *form);

/* Measures the program of session.once by that function instead, as one run. */
int prompt_experiment_run_program(void (*run_program)(struct kernel_run *run,
                                                      const struct config *config,
                                                      const struct first_boot *found));

/* Repeats the self-tests, reporting in that format. */
int prompt_experiment_selftest(const struct report_form *form);

/* `for TIME`: counts the events during that time. */
int rate_command_count_time(struct arguments *arguments, struct word names);
