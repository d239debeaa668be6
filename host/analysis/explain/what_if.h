/*
 * SPDX-License-Identifier: MIT
 * Hypothetical processors for --what-if, by name: each changes a few parameters of the virtual
 * Pentium's model.
 */
#pragma once

#include <stdio.h>

#define WHAT_IFS_MOST 24

struct what_if {
    const char *name, *text;
    const char *settings[4]; /* for -set, ended by NULL */
};

struct what_ifs {
    const struct what_if *all[WHAT_IFS_MOST];
    unsigned n;
};

/* Parses names separated by commas; `all` selects all. Returns 0, or -1 after a message. */
int what_ifs_parse(struct what_ifs *what_ifs, const char *names);
void what_ifs_list(FILE *to);

/* Fills in the options for vpentium, ended by NULL. */
void what_if_words(const struct what_if *what_if, const char *words[9]);

/*
 * Prints a table with the clocks of each hypothetical processor and of the unchanged one. A value
 * below 0 means that it could not be run.
 */
void what_ifs_print(const struct what_ifs *what_ifs, double as_it_is, const double *clocks,
                    const char *of, unsigned width, FILE *to);
