/*
 * SPDX-License-Identifier: MIT
 * Options that are passed unchanged to the virtual Pentium, which checks them itself.
 */
#pragma once

#include "host/base/verb_options.h"

struct simulator_options {
    const char *set[OPTION_MOST_REPEATS + 1];        /* NAME=VALUE each; ends with NULL */
    const char *box, *mhz, *errata, *silicon, *seed; /* NULL: not given */
    const char *annotate, *account;                  /* output files; NULL: not given */
};

/* Rows of a verb's table of options, and their help. */
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

/* Returns the name of an option that was given, such as "--set", for a message; NULL if no option
 * was given. */
const char *simulator_options_given(const struct simulator_options *options);

/* Returns "--annotate" or another given option that makes the simulator write a file at its end;
 * NULL if none. */
const char *simulator_options_file(const struct simulator_options *options);

/* Returns the options that affect measurements, "--box p55c-200 --set cache.misaligned=2". The
 * caller frees it. */
char *simulator_options_text(const struct simulator_options *options);

enum { SIMULATOR_WORDS = 2 * OPTION_MOST_REPEATS + 15 };

/* Stores the options as words of the simulator's command line, terminated by NULL. The words are
 * not copied. */
void simulator_options_words(const struct simulator_options *options,
                             const char *words[SIMULATOR_WORDS]);
