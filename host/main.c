/*
 * SPDX-License-Identifier: MIT
 * bareprobe: the command on the listening machine. Finds the verb and runs it.
 */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/build_name.h"
#include "host/base/message.h"
#include "host/base/verb.h"
#include "kernel/settings/suggest.h"

static const struct verb *const verbs[] = {
    &verb_run,       &verb_experiments, &verb_capture, &verb_show,   &verb_profile, &verb_explain,
    &verb_breakdown, &verb_compare,     &verb_export,  &verb_plot,   &verb_html,    &verb_history,
    &verb_fit,       &verb_list,        &verb_import,  &verb_delete, &verb_monitor,
};
#define VERBS (sizeof verbs / sizeof verbs[0])

int verb_help(const struct verb *verb)
{
    printf("usage: bareprobe %s %s\n%s\n\n%s", verb->name, verb->synopsis, verb->summary,
           verb->help);
    return EXIT_FINE;
}

int verb_usage(const struct verb *verb)
{
    fprintf(stderr, "usage: bareprobe %s %s\n'bareprobe %s --help' says more\n", verb->name,
            verb->synopsis, verb->name);
    return EXIT_USAGE;
}

static int help(FILE *to)
{
    fputs(
        "usage: bareprobe VERB ...\n"
        "What code does on a Pentium: catches a run's records, shows, compares, draws, exports\n"
        "\n",
        to);
    for (unsigned i = 0; i < VERBS; i++)
        fprintf(to, "  %-11s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs(
        "\n"
        "'bareprobe VERB --help' and 'man bareprobe-VERB' say more; --version names the build.\n"
        "\n"
        "A RUN is a log file, FILE#2 the second run in it, - standard input, a number a run in\n"
        "the store, last its last one, last~N the Nth before that.\n"
        "\n"
        "Exit status: 0 fine, 1 a regression or a failed run, 2 wrong use, 3 the target, a port\n"
        "or this machine failed. Data goes to standard output, all else to standard error.\n"
        "\n"
        "Environment: BAREPROBE_DB names the store, else bareprobe.db here; NO_COLOR, set to\n"
        "anything, turns colour off; metrics are read from ./metrics and bareprobe/metrics in\n"
        "XDG_CONFIG_HOME, else ~/.config.\n"
        "\n"
        "Example: bareprobe run --bench 'thesis/*' && bareprobe show last\n",
        to);
    return EXIT_FINE;
}

static int unknown(const char *name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < VERBS; i++)
        suggest_offer(&suggestion, name, strlen(name), verbs[i]->name);
    if (suggestion.best)
        say("'%s' is not a verb; did you mean %s?", name, suggestion.best);
    else
        say("'%s' is not a verb; 'bareprobe --help' lists them", name);
    return EXIT_USAGE;
}

/* Runs the verb that the arguments name and returns the exit status. */
static int perform(int argc, char **argv)
{
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return help(stdout);
    if (!strcmp(argv[1], "--version")) {
        printf("bareprobe %s\n", build_name);
        return EXIT_FINE;
    }
    for (unsigned i = 0; i < VERBS; i++) {
        if (strcmp(argv[1], verbs[i]->name))
            continue;
        say_as(memory_print("bareprobe %s", verbs[i]->name));
        return verbs[i]->run(argc - 1, argv + 1);
    }
    return unknown(argv[1]);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    if (argc < 2) {
        help(stderr);
        return EXIT_USAGE;
    }
    int status = perform(argc, argv);
    if (fflush(stdout) || ferror(stdout))
        die(EXIT_TARGET, "standard output cannot be written");
    return status;
}
