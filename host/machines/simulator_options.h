/*
 * SPDX-License-Identifier: MIT
 * Options that are passed unchanged to the virtual Pentium, which checks them itself.
 */
#pragma once

#include "host/base/verb_options.h"

struct simulator_options {
    const char *set[OPTION_MOST_REPEATS + 1];            /* NAME=VALUE each; ends with NULL */
    const char *machine, *mhz, *errata, *silicon, *seed; /* NULL: not given */
    const char *snoop;                                   /* ADDR,PERIOD[,write] */
    bool pm0_nmi;
    const char *memory;             /* MB */
    const char *annotate, *account; /* output files; NULL: not given */
};

/* Rows of a verb's table of options, and their help. Those of the model are without output files.
 */
/* clang-format off */
#define SIMULATOR_MODEL_OPTIONS(options) \
    {0, "machine", &(options)->machine, NULL}, \
    {0, "mhz", &(options)->mhz, NULL}, \
    {0, "memory", &(options)->memory, NULL}, \
    {0, "set...", (options)->set, NULL}, \
    {0, "errata", &(options)->errata, NULL}, \
    {0, "silicon", &(options)->silicon, NULL}, \
    {0, "pm0-nmi", NULL, &(options)->pm0_nmi}, \
    {0, "snoop", &(options)->snoop, NULL}, \
    {0, "seed", &(options)->seed, NULL}
#define SIMULATOR_OPTIONS(options) \
    SIMULATOR_MODEL_OPTIONS(options), \
    {0, "annotate", &(options)->annotate, NULL}, \
    {0, "account", &(options)->account, NULL}
/* clang-format on */
#define SIMULATOR_HELP                                                                             \
    "      --machine MACHINE  simulate a measured machine: the name of a profile\n"                \
    "                         ('vpentium -machine help'), or a file\n"                             \
    "      --mhz MHZ          clock of the simulated processor in MHz (default 100)\n"             \
    "      --memory MB        the machine's memory, 4 to 3072 MB (default 16)\n"                   \
    "      --set NAME=VALUE   set a parameter of the simulator's model; may be\n"                  \
    "                         repeated; 'vpentium -set help' lists the parameters\n"               \
    "      --errata LIST      simulate errata: on, off (those of the counters,\n"                  \
    "                         default on), fdiv\n"                                                 \
    "      --silicon LIST     switch off properties that real machines may lack\n"                 \
    "                         ('vpentium -silicon help')\n"                                        \
    "      --pm0-nmi          connect PM0, which signals overflows of counter 0, to\n"             \
    "                         NMI, like VTUNE's socket; source=event on a P54C and\n"              \
    "                         P55C needs it\n"                                                     \
    "      --snoop ADDR,PERIOD[,write]\n"                                                          \
    "                         another bus master reads or writes the physical\n"                   \
    "                         address ADDR every PERIOD clocks\n"                                  \
    "      --seed N           random seed of the simulator (default 1)\n"                          \
    "      --annotate FILE    write clocks and causes of each instruction to FILE\n"               \
    "      --account FILE     write clocks and causes of each region to FILE, in a\n"              \
    "                         machine-readable form\n"

/* Returns the name of an option that was given, such as "--set", for a message; NULL if no option
 * was given. */
const char *simulator_options_given(const struct simulator_options *options);

/* As simulator_options_given(), but without --memory, which QEMU has too and which changes no model
 * of the processor. */
const char *simulator_options_of_model(const struct simulator_options *options);

/* Checks the values that are not left to the simulator. Returns 0, or -1 after a message. */
int simulator_options_check(const struct simulator_options *options);

/* Returns "--annotate" or another given option that makes the simulator write a file at its end;
 * NULL if none. */
const char *simulator_options_file(const struct simulator_options *options);

/* Calls `add` with each word of the given options, as they are written for `bareprobe run`. */
void simulator_options_each(const struct simulator_options *options,
                            void (*add)(void *to, const char *word), void *to);

/* Returns the options that affect measurements, "--machine p55c-200 --set cache.misaligned=2". The
 * caller frees it. */
char *simulator_options_text(const struct simulator_options *options);

enum { SIMULATOR_WORDS = 2 * OPTION_MOST_REPEATS + 20 };

/* Stores the options as words of the simulator's command line, terminated by NULL. The words are
 * not copied. */
void simulator_options_words(const struct simulator_options *options,
                             const char *words[SIMULATOR_WORDS]);
