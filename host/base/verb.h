/*
 * SPDX-License-Identifier: MIT
 * A verb of the command: `bareprobe VERB ...`. Each lies in a file of its own name.
 */
#pragma once

struct verb {
    const char *name;
    const char *synopsis;              /* what may stand behind the verb */
    const char *summary;               /* one line, for the list of verbs */
    const char *help;                  /* options, one a line, then an example; printed by --help */
    int (*run)(int argc, char **argv); /* argv[0] is the verb; the program's exit status */
};

extern const struct verb verb_list, verb_run, verb_capture, verb_show, verb_compare, verb_export,
    verb_plot, verb_html, verb_history, verb_import, verb_delete, verb_fit, verb_profile,
    verb_explain, verb_breakdown, verb_experiments, verb_monitor;

/* Prints a verb's help on stdout; returns EXIT_FINE, so that a verb can return it. */
int verb_help(const struct verb *verb);

/* After a wrong option or argument was named: points to --help; returns EXIT_USAGE. */
int verb_usage(const struct verb *verb);
