/*
 * SPDX-License-Identifier: MIT
 * Command lines as lists of words, terminated by NULL.
 */
#pragma once

#include <stdio.h>

#include "host/base/verb_options.h"

struct shell_line {
    char **word;
    unsigned n;
};

void shell_line_add(struct shell_line *words, const char *word);
void shell_line_free(struct shell_line *words);

/* Appends the options that were given, except those in `left_out`, which ends with NULL. */
void shell_line_add_options(struct shell_line *words, const struct option_spec *options,
                            const char *const *left_out);

/* Prints a word, quoted for a shell. */
void shell_line_print_word(const char *word, FILE *to);

/* Prints the words on one line, quoted for a shell. */
void shell_line_print(const struct shell_line *words, FILE *to);
