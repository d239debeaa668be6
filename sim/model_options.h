/*
 * SPDX-License-Identifier: MIT
 * The options that change the timing model. They hold in any order on the command line.
 */
#pragma once

#include "sim/options.h"

/* Each takes its option's value; false after one line on stderr. */
bool take_setting(struct options *options, const char *value);
bool take_snoop(struct options *options, const char *value);
bool take_smi(struct options *options, const char *value);

/* Fills options->model. False after one line on stderr. */
bool model_options_apply(struct options *options);

/* Whether the parameters were asked for; they have been listed, with the values applied. */
bool model_options_help(const struct options *options);
