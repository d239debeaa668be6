/*
 * SPDX-License-Identifier: MIT
 * Options of the virtual Pentium that are passed on to it as they are: it checks them itself.
 */
#pragma once

#include "host/base/verb_options.h"

struct simulator_options {
    const char *set[OPTION_MOST_REPEATS + 1];        /* NAME=VALUE each; ends with NULL */
    const char *box, *mhz, *errata, *silicon, *seed; /* NULL: not given */
    const char *annotate, *account;                  /* files that it writes; likewise */
};

/* Rows of a verb's table, and their help. */
/* clang-format off */
#define SIMULATOR_OPTIONS(options) \
    {0, "box", &(options)->box, NULL}, \
    {0, "mhz", &(options)->mhz, NULL}, \
    {0, "set...", (options)->set, NULL}, \
    {0, "errata", &(options)->errata, NULL}, \
    {0, "silicon", &(options)->silicon, NULL}, \
    {0, "seed", &(options)->seed, NULL}, \
    {0, "annotate", &(options)->annotate, NULL}, \
    {0, "account", &(options)->account, NULL}
/* clang-format on */
#define SIMULATOR_HELP                                                                             \
    "      --box BOX          ... like a measured machine, 'vpentium -box help', or a file\n"      \
    "      --mhz MHZ          ... of so many MHz; 100 is usual\n"                                  \
    "      --set NAME=VALUE   ... with a parameter of its model set; may be given more than "      \
    "once;\n"                                                                                      \
    "                         'vpentium -set help' lists them\n"                                   \
    "      --errata LIST      ... as vpentium's -errata has them\n"                                \
    "      --silicon LIST     ... as rough as a real one; 'vpentium -silicon help'\n"              \
    "      --seed N           ... and what is at random there begins with this number\n"           \
    "      --annotate FILE    ... which writes there where each clock went, by instruction\n"      \
    "      --account FILE     ... and where each region's went, for programs to read\n"

/* "--set" or what else has been given, for a message; NULL where nothing has. */
const char *simulator_options_given(const struct simulator_options *options);

/* "--annotate" or another that has it write a file when it ends; NULL where none is given. */
const char *simulator_options_file(const struct simulator_options *options);

/* "--box p55c-200 --set cache.misaligned=2": what of them changes what is measured. The caller
 * frees it. */
char *simulator_options_text(const struct simulator_options *options);

enum { SIMULATOR_WORDS = 2 * OPTION_MOST_REPEATS + 15 };

/* The same as words of its command line, ended by NULL. They are the options' own texts. */
void simulator_options_words(const struct simulator_options *options,
                             const char *words[SIMULATOR_WORDS]);
