/*
 * SPDX-License-Identifier: MIT
 * Code to explain from the command line, a file or standard input.
 */
#pragma once

#include "host/analysis/explain/explain_code.h"

struct given_code_options {
    const char *syntax, *function, *init; /* values of --syntax, --function, --init; or NULL */
};

/* Returns whether the argument names a file of code or standard input, not a benchmark. */
bool given_code_is_file(const char *name);

/* Explain code, or a file. Return the program's exit status. */
int given_code_explain(struct given_code *given, const struct given_code_options *options,
                       const struct explain_options *explain);
int given_code_explain_file(const char *name, const struct given_code_options *options,
                            const struct explain_options *explain);
