/*
 * SPDX-License-Identifier: MIT
 * Options of a verb: a table of them, filled in from the command line. --help is every verb's.
 */
#pragma once

#include <stdbool.h>

#include "host/base/verb.h"

#define OPTION_MOST_REPEATS 16

/*
 * With both text and flag, the value is optional and given as --name=VALUE. A name that ends in
 * "..." may be given up to OPTION_MOST_REPEATS times: text is then an array of one more than that,
 * all NULL before, whose first elements get the values. With one that ends in "," each value is
 * added to those before, a comma between.
 */
struct option_spec {
    char letter;       /* 0 for none */
    const char *name;  /* the long form, without dashes */
    const char **text; /* where its value goes; NULL for a flag */
    bool *flag;        /* where true goes */
};

/*
 * Reads argv[1..argc-1]; options may stand anywhere, `--` ends them, `--name=value` is allowed.
 * What is no option moves to the front of argv[1..], and their number goes to *n_arguments.
 * Returns -1 to go on, or the status to end with: after --help, or after a message naming what is
 * wrong. The table ends with a row whose name is NULL.
 */
int options_read(const struct verb *verb, int argc, char **argv, const struct option_spec *specs,
                 int *n_arguments);

/* A value as a number from least to most; 0, or -1 after a message that names the option. */
int option_number(const char *option, const char *value, double least, double most, double *number);
