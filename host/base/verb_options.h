/*
 * SPDX-License-Identifier: MIT
 * Parses a verb's options from the command line into variables, described by a table. Every verb
 * has --help.
 */
#pragma once

#include <stdbool.h>

#include "host/base/verb.h"

#define OPTION_MOST_REPEATS 16

/*
 * If both text and flag are set, the value is optional and is given as --name=VALUE. A name that
 * ends in "..." can be given up to OPTION_MOST_REPEATS times: text is then an array of
 * OPTION_MOST_REPEATS + 1 pointers, initially NULL, and its first elements receive the values. If a
 * name ends in ",", each value is appended to the earlier ones after a comma. A name that ends in
 * "!" can be given once; of the others the last value counts.
 */
struct option_spec {
    char letter;       /* 0 for none */
    const char *name;  /* the long form, without dashes */
    const char **text; /* receives the value; NULL for a flag */
    bool *flag;        /* receives true */
};

/*
 * Parses argv[1..argc-1]. Options can appear anywhere, `--` ends them, and `--name=value` is
 * allowed. Arguments that are not options move to the front of argv[1..], and *n_arguments receives
 * their number. Returns -1 to continue, or the exit status: after --help, or after a message that
 * names the wrong option. The table ends with a row whose name is NULL.
 */
int verb_options_read(const struct verb *verb, int argc, char **argv,
                      const struct option_spec *specs, int *n_arguments);

/* Returns whether getopt_long() reads the next word as the value of this one, an option. */
bool verb_option_takes_next(const struct option_spec *specs, const char *word);

/* Returns whether an argument is NAME=VALUE and not a file, which may have a `=` in its path too.
 */
bool verb_word_is_setting(const char *word);

/* Parses a number from least to most. Returns 0, or -1 after a message that names the option. */
int verb_option_number(const char *option, const char *value, double least, double most,
                       double *number);
