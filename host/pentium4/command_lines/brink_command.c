/*
 * SPDX-License-Identifier: MIT
 * The command lines of brink (Brink & Abyss) and of brinkMod, which writes register files.
 */
#include <stddef.h>

#include "host/base/message.h"
#include "host/pentium4/command_lines/command_runs.h"
#include "host/pentium4/command_lines/verb_words.h"

static int brink_command_options(int argc, char **argv, struct verb_words *words)
{
    const char *experiments = NULL;
    struct verb_words others = {.n = 0};
    static const char *const names[][2] = {{"config", "--config"},
                                           {"configfile", "--config"},
                                           {"outdir", "--outdir"},
                                           {"iters", "--iters"}};
    for (int at = 1; at < argc;) {
        const char *value = NULL, *name = argv[at];
        bool found = verb_words_read_option(argc, argv, &at, "exp", &experiments) ||
                     verb_words_read_option(argc, argv, &at, "expfile", &experiments);
        if (found && experiments)
            continue;
        for (unsigned i = 0; i < sizeof names / sizeof names[0] && !found; i++) {
            found = verb_words_read_option(argc, argv, &at, names[i][0], &value);
            verb_words_add_option(&others, names[i][1], value);
        }
        if (found && !value)
            return message_print("%s needs a value", name), -1;
        if (!found)
            verb_words_add(&others, argv[at++]);
    }
    if (!experiments)
        return message_print("-exp FILE is missing: the experiments"), -1;
    verb_words_add(words, experiments);
    for (unsigned i = 0; i < others.n; i++)
        verb_words_add(words, others.word[i]);
    verb_words_free(&others);
    return 0;
}

static int brink_command_perform(int argc, char **argv, const char *option)
{
    struct verb_words words = {.n = 0};
    verb_words_add(&words, "experiments");
    if (brink_command_options(argc, argv, &words))
        return EXIT_USAGE;
    if (option)
        verb_words_add(&words, option);
    int status = verb_words_run(&words, NULL, NULL);
    verb_words_free(&words);
    return status;
}

int brink_command_run(int argc, char **argv)
{
    return brink_command_perform(argc, argv, NULL);
}

int brinkmod_command_run(int argc, char **argv)
{
    return brink_command_perform(argc, argv, "--registers-only");
}
