/*
 * SPDX-License-Identifier: MIT
 * One experiment of the prompt: the settings in force, what a command says besides, and its run.
 */
#pragma once

#include "kernel/monitor/command.h"
#include "serial/report.h"

/* session.once becomes the settings in force with those words besides. -1 after a message. */
int measuring_begin(struct word words);
int measuring_set(const char *name, struct word value);

/* Measures it, told in that form, or NULL for the report's own. -1 where anything went wrong, which
 * was said. */
int measuring_run(const struct report_form *form);

/* The self-tests again, told in that form. */
int measuring_test(const struct report_form *form);

/* `for TIME`: the events are counted while it passes. */
int measuring_count_time(struct arguments *arguments, struct word names);
