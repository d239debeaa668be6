/*
 * SPDX-License-Identifier: MIT
 * bareprobe: the command on the listening machine. Finds the verb and runs it.
 */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/build_name.h"
#include "host/base/message.h"
#include "host/commands/all_verbs.h"
#include "host/pentium4/command_lines/historical_command.h"
#include "kernel/settings/suggestions.h"

static const struct verb *const verbs[] = {
    &verb_run,     &verb_plan,    &verb_experiments, &verb_capture, &verb_show,
    &verb_profile, &verb_explain, &verb_breakdown,   &verb_compare, &verb_export,
    &verb_plot,    &verb_html,    &verb_history,     &verb_fit,     &verb_score,
    &verb_list,    &verb_import,  &verb_delete,      &verb_monitor, &verb_cc,
};
#define VERBS (sizeof verbs / sizeof verbs[0])

static int bareprobe_help(FILE *to)
{
    fputs(
        "usage: bareprobe VERB ...\n"
        "Measure code on a Pentium: capture, show, compare, plot and export runs\n"
        "\n",
        to);
    for (unsigned i = 0; i < VERBS; i++)
        fprintf(to, "  %-11s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs(
        "\n"
        "'bareprobe VERB --help' and 'man bareprobe-VERB' describe a verb.\n"
        "brink, brinkMod, CountIt and perfex are accepted with their original options.\n"
        "--version prints the build.\n"
        "\n"
        "A RUN is a log file (FILE#2: the second run in FILE), - for standard input,\n"
        "the number of a run in the store, last for the latest run in the store, or\n"
        "last~N for the Nth run before that.\n"
        "\n"
        "Exit status: 0 success, 1 a regression, a failed run, or a measured run with a\n"
        "suspect result, 2 wrong usage, 3 a failure of the target, a port or this\n"
        "computer. Data is printed to standard output, everything else to standard error.\n"
        "\n"
        "Environment: BAREPROBE_DB is the path of the store (default bareprobe.db in the\n"
        "current directory). NO_COLOR, if set to any text, turns colour off. Metrics are\n"
        "read from ./metrics and from bareprobe/metrics in XDG_CONFIG_HOME (default\n"
        "~/.config).\n"
        "\n"
        "Example: bareprobe run --bench 'thesis/*' && bareprobe show last\n",
        to);
    return EXIT_FINE;
}

static int bareprobe_unknown_verb(const char *name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < VERBS; i++)
        suggestions_offer(&suggestion, name, strlen(name), verbs[i]->name);
    if (suggestion.best)
        message_print("'%s' is not a verb; did you mean %s?", name, suggestion.best);
    else
        message_print("'%s' is not a verb; 'bareprobe --help' lists them", name);
    return EXIT_USAGE;
}

/* Runs the verb that the arguments name and returns the exit status. */
static int bareprobe_run_verb(int argc, char **argv)
{
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return bareprobe_help(stdout);
    if (!strcmp(argv[1], "--version")) {
        printf("bareprobe %s\n", build_name);
        return EXIT_FINE;
    }
    for (unsigned i = 0; i < VERBS; i++) {
        if (strcmp(argv[1], verbs[i]->name))
            continue;
        message_set_verb(allocate_text("bareprobe %s", verbs[i]->name));
        return verbs[i]->run(argc - 1, argv + 1);
    }
    if (historical_command_is(argv[1]))
        return historical_command_run(argc - 1, argv + 1);
    return bareprobe_unknown_verb(argv[1]);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    if (argc && historical_command_is(argv[0])) /* a link with that name */
        return historical_command_run(argc, argv);
    if (argc < 2) {
        bareprobe_help(stderr);
        return EXIT_USAGE;
    }
    int status = bareprobe_run_verb(argc, argv);
    if (fflush(stdout) || ferror(stdout))
        die(EXIT_TARGET, "standard output cannot be written");
    return status;
}
