/*
 * SPDX-License-Identifier: MIT
 * The -machine option: selects a machine profile, which other options then modify.
 */
#pragma once

#include <stdbool.h>

struct options;

/* Parses the option's value; returns false after one line on stderr. */
bool machine_option_parse(struct options *options, const char *value);

/* Sets the processor, its clock and the memory size where no option gives them. */
void machine_options_complete(struct options *options);
