/*
 * SPDX-License-Identifier: MIT
 * The command line of CountIt: brinkMod's register files, then a run of the program with each.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/pentium4/command_lines/command_runs.h"
#include "host/pentium4/command_lines/verb_words.h"

struct countit_command {
    const char *experiments, *iterations, *config, *outdir;
    struct verb_words options; /* of `run` */
    char **program;            /* with its arguments */
    int n;
};

static int countit_command_read(int argc, char **argv, struct countit_command *command)
{
    int at = 1;
    while (at < argc && argv[at][0] == '-') {
        const char **values[] = {&command->experiments, &command->experiments, &command->iterations,
                                 &command->config,      &command->config,      &command->outdir};
        static const char *const names[] = {"expfile",    "exp",    "iters",
                                            "configfile", "config", "outdir"};
        const char *word = argv[at];
        unsigned i = 0;
        while (i < 6 && !verb_words_read_option(argc, argv, &at, names[i], values[i]))
            i++;
        if (i < 6 && !*values[i])
            return message_print("%s needs a value", word), -1;
        if (i == 6 && (strncmp(word, "--", 2) != 0 || !strchr(word, '=')))
            return message_print("%s is not an option; 'CountIt --help' lists them", word), -1;
        if (i == 6)
            verb_words_add(&command->options, argv[at++]);
    }
    command->program = argv + at;
    command->n = argc - at;
    if (!command->experiments)
        return message_print("-expfile FILE is missing: the experiments"), -1;
    if (!command->n)
        return message_print("the program is missing: an executable linked with -lp4pm"), -1;
    return 0;
}

static int countit_command_registers(const struct countit_command *command, char **paths)
{
    struct verb_words words = {.n = 0};
    char *folder = allocate_text("%s/registers", command->outdir);
    verb_words_add(&words, "experiments");
    verb_words_add(&words, command->experiments);
    verb_words_add_option(&words, "--config", command->config);
    verb_words_add_option(&words, "--outdir", folder);
    verb_words_add(&words, "--registers-only");
    int status = verb_words_run(&words, paths, NULL);
    verb_words_free(&words);
    free(folder);
    return status;
}

/* Runs the program with the register file at `path`, whose name is NAME.txt. */
static int countit_command_measure(const struct countit_command *command, const char *path)
{
    struct verb_words words = {.n = 0};
    char *file = allocate_copy(strrchr(path, '/') + 1), *arguments = allocate_copy("");
    char *name = allocate_text("%.*s", (int)(strlen(file) - strlen(".txt")), file);
    char *provided = allocate_text("%s=%s", file, path);
    char *folder = allocate_text("%s/%s", command->outdir, name);
    for (int i = 1; i < command->n; i++)
        verb_words_append_quoted(&arguments, command->program[i]);
    verb_words_append_quoted(&arguments, file);
    verb_words_append_quoted(&arguments, name);
    verb_words_add(&words, "run");
    verb_words_add_option(&words, "--cpu", "northwood");
    verb_words_add_option(&words, "--program", command->program[0]);
    verb_words_add_option(&words, "--args", arguments);
    verb_words_add_option(&words, "--events", "time_stamp");
    verb_words_add_option(&words, "--repetitions", command->iterations);
    verb_words_add_option(&words, "--file", provided);
    verb_words_add_files(&words, command->n - 1, command->program + 1);
    verb_words_add_option(&words, "--files-to", folder);
    for (unsigned i = 0; i < command->options.n; i++)
        verb_words_add(&words, command->options.word[i]);
    int status = verb_words_run(&words, NULL, NULL);
    verb_words_free(&words);
    char *const texts[] = {file, arguments, name, provided, folder};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    return status;
}

int countit_command_run(int argc, char **argv)
{
    struct countit_command command = {.iterations = "1", .outdir = "countit_data"};
    if (countit_command_read(argc, argv, &command))
        return EXIT_USAGE;
    char *paths = NULL;
    int status = countit_command_registers(&command, &paths);
    for (char *path = strtok(paths, "\n"); path && !status; path = strtok(NULL, "\n"))
        status = countit_command_measure(&command, path);
    free(paths);
    verb_words_free(&command.options);
    return status;
}
