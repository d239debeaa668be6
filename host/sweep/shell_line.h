/*
 * SPDX-License-Identifier: MIT
 * Command lines as lists of words, terminated by NULL.
 */
#pragma once

#include <stdio.h>

#include "host/base/verb_options.h"

struct words {
    char **word;
    unsigned n;
};

void words_add(struct words *words, const char *word);
void words_free(struct words *words);

/* Appends the options that were given, except those in `left_out`, which ends with NULL. */
void words_add_options(struct words *words, const struct option_spec *options,
                       const char *const *left_out);

/* Prints the words on one line, quoted for a shell. */
void words_print(const struct words *words, FILE *to);
