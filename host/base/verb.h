/*
 * SPDX-License-Identifier: MIT
 * A verb of the command: `bareprobe VERB ...`. Each verb is a file of host/commands/.
 */
#pragma once

struct verb {
    const char *name;
    const char *synopsis; /* arguments and options after the verb */
    const char *summary;  /* one line, for the list of verbs */
    const char *help;     /* options, one per line, then an example; printed by --help */
    int (*run)(int argc, char **argv); /* argv[0] is the verb; returns the program's exit status */
};

/* Prints a verb's help on stdout. Returns EXIT_FINE, so that a verb can return the result. */
int verb_help(const struct verb *verb);

/* Refers to --help after an error in an option or argument was printed. Returns EXIT_USAGE. */
int verb_usage(const struct verb *verb);
