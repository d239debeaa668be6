/*
 * SPDX-License-Identifier: MIT
 * Options that change the timing model. They can be given in any order.
 */
#pragma once

#include "sim/vpentium_options.h"

/* Each parses its option's value; returns false after one line on stderr. */
bool model_option_set(struct options *options, const char *value);
bool model_option_snoop(struct options *options, const char *value);
bool model_option_smi(struct options *options, const char *value);

/* Fills options->model. Returns false after one line on stderr. */
bool model_options_apply(struct options *options);

/* Returns true if the list of parameters was requested, after printing them with the current
 * values. */
bool model_options_help(const struct options *options);
