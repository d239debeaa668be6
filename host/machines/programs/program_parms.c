/*
 * SPDX-License-Identifier: MIT
 * Writes one experiment file for each program and each of several sources of samples. A boot loader
 * could not pass its arguments on the kernel's command line, where blanks separate settings.
 */
#include "host/machines/programs/program_parms.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/atomic_file.h"
#include "host/base/message.h"
#include "host/base/temporary_folder.h"
#include "host/machines/programs/command_words.h"
#include "kernel/settings/config.h"

static unsigned count(const char *const *texts)
{
    unsigned n = 0;
    while (texts[n])
        n++;
    return n;
}

/* Returns 0, or -1 after a message: an option is given for some of the programs. */
static int program_parms_check_number(const char *option, unsigned n, unsigned n_programs)
{
    if (n <= 1 || n == n_programs)
        return 0;
    message_print("%s: %u are given for %u program%s; give one for each, or one for all", option, n,
                  n_programs, n_programs == 1 ? "" : "s");
    return -1;
}

static char *program_parms_environment(const struct program_options *options)
{
    struct command_words words = {0};
    for (unsigned i = 0; options->environment[i]; i++)
        command_words_add(&words, options->environment[i]);
    char *line = command_words_line(&words);
    command_words_free(&words);
    return line;
}

/* Returns 0, or -1 after a message: the kernel's setting has no room for the text. */
static int program_parms_check_length(const char *options, const char *text)
{
    if (strlen(text) < CONFIG_PROGRAM_BYTES)
        return 0;
    message_print(
        "%s: '%.40s...' has %zu characters with its quotes and escapes; at most %u are "
        "allowed. A file, of --stdin or --file, has no such limit",
        options, text, strlen(text), CONFIG_PROGRAM_BYTES - 1);
    return -1;
}

/* Returns 0, or -1 after a message for options that do not belong together. */
static int program_parms_check(const struct program_options *options)
{
    unsigned n = count(options->programs), n_arguments = count(options->arguments);
    unsigned n_inputs = count(options->inputs);
    for (unsigned i = 0; i < n; i++)
        if (!options->programs[i][0]) {
            message_print("--program: '' is not the path of an executable file");
            return -1;
        }
    const char *alone = n_arguments               ? "--args"
                        : n_inputs                ? "--stdin"
                        : options->environment[0] ? "--env"
                                                  : NULL;
    if (!n && alone) {
        message_print("%s requires --program", alone);
        return -1;
    }
    if (program_parms_check_number("--args", n_arguments, n) ||
        program_parms_check_number("--stdin", n_inputs, n))
        return -1;
    for (unsigned i = 0; options->environment[i]; i++) {
        const char *equals = strchr(options->environment[i], '=');
        if (equals && equals != options->environment[i])
            continue;
        message_print("--env: '%s' is not NAME=VALUE", options->environment[i]);
        return -1;
    }
    char *environment = program_parms_environment(options);
    int failed = program_parms_check_length("--env", environment);
    free(environment);
    return failed;
}

/* Returns the program and its arguments as the setting's text; NULL after a message. */
static char *program_parms_command(const struct program_options *options, unsigned i)
{
    const char *program = options->programs[i];
    const char *arguments = count(options->arguments) == 1 ? options->arguments[0]
                            : options->arguments[0]        ? options->arguments[i]
                                                           : "";
    struct command_words words = {0};
    char *typed = command_words_name_program(program) ? allocate_copy(program)
                                                      : allocate_text("./%s", program);
    command_words_add(&words, typed);
    const char *wrong = command_words_split(&words, arguments, strlen(arguments));
    if (wrong)
        message_print("--args: '%s': %s", arguments, wrong);
    char *line = wrong ? NULL : command_words_line(&words);
    free(typed);
    command_words_free(&words);
    return line;
}

/* Returns the name of the standard input of a program; NULL for an empty one. The caller frees it.
 */
static char *program_parms_input(const struct program_options *options, unsigned i)
{
    const unsigned n = count(options->inputs);
    return n == 0             ? NULL
           : n == 1 || i == 0 ? allocate_copy("/stdin")
                              : allocate_text("/stdin%u", i + 1);
}

/* Adds the files of standard input. Returns 0, or -1 after a message. */
static int program_parms_add_inputs(const struct program_options *options, struct executables *all)
{
    int failed = 0;
    for (unsigned i = 0; options->inputs[i] && !failed; i++) {
        char *name = program_parms_input(options, i);
        failed = executables_add_input(all, "--stdin", name, options->inputs[i]);
        free(name);
    }
    return failed;
}

/* Returns the experiment file's text; without a program, `command` is NULL. */
static char *program_parms_text(const struct program_options *options, unsigned i,
                                const char *command, const char *source)
{
    char *input = command ? program_parms_input(options, i) : NULL;
    char *environment = command ? program_parms_environment(options) : allocate_copy("");
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    fputs("(p5mon\n", to);
    if (command)
        fprintf(to, "    command = %s;\n", command);
    if (source)
        fprintf(to, "    source = %s;\n", source);
    if (input)
        fprintf(to, "    stdin = %s;\n", input);
    if (*environment)
        fprintf(to, "    environment = %s;\n", environment);
    fputs("end)\n", to);
    fclose(to);
    free(environment);
    free(input);
    return text;
}

/* Writes the text to a file that is named after the program. Returns its path; NULL after a
 * message. */
static char *program_parms_file(const char *program, const char *text)
{
    const char *folder = temporary_folder_new(), *slash = strrchr(program, '/');
    if (!folder)
        return NULL;
    char *name = allocate_copy(slash ? slash + 1 : program);
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-", *c))
            *c = '_';
    char *path = allocate_text("%s/%s.parms", folder, name);
    free(name);
    if (!atomic_file_write(path, text, strlen(text)))
        return path;
    free(path);
    return NULL;
}

/* Writes a file and adds its path to parms[], which ends with NULL. Returns 0, or -1. */
static int program_parms_add_file(struct executables *all, const char *name, const char *text,
                                  const char **parms)
{
    char *path = program_parms_file(name, text);
    if (!path)
        return -1;
    char **owned = allocate_element(&all->parms, &all->n_parms, sizeof *owned);
    parms[count(parms)] = *owned = path;
    return 0;
}

/* Writes the files of a program, or with i = NO_PROGRAM those of sources alone. */
#define NO_PROGRAM UINT_MAX

static int program_parms_write_sources(const struct program_options *options, unsigned i,
                                       const char *command, struct executables *all,
                                       const char **parms)
{
    const char *name = i == NO_PROGRAM ? "source" : options->programs[i];
    unsigned s = 0;
    int failed = 0;
    do {
        char *text = program_parms_text(options, i, command, options->sources[s]);
        failed = program_parms_add_file(all, name, text, parms);
        free(text);
    } while (!failed && options->sources[s] && options->sources[++s]);
    return failed;
}

static int program_parms_write_one(const struct program_options *options, unsigned i,
                                   struct executables *all, const char **parms)
{
    char *command = program_parms_command(options, i);
    if (!command)
        return -1;
    int failed = program_parms_check_length("--program and --args", command) ||
                 executables_add(all, command, strlen(command),
                                 &(struct command_place){.source = "--program"});
    failed = failed || program_parms_write_sources(options, i, command, all, parms);
    free(command);
    return failed ? -1 : 0;
}

int program_parms_write(const struct program_options *options, struct executables *all,
                        const char *parms[OPTION_MOST_REPEATS + 1])
{
    const unsigned programs = count(options->programs), sources = count(options->sources);
    if (program_parms_check(options))
        return -1;
    const unsigned files = programs * (sources ? sources : 1) + (programs ? 0 : sources);
    if (count(parms) + files > OPTION_MOST_REPEATS) {
        message_print("%s and --parms: more than %d experiments", sources ? "source=" : "--program",
                      OPTION_MOST_REPEATS);
        return -1;
    }
    for (unsigned i = 0; i < programs; i++)
        if (program_parms_write_one(options, i, all, parms))
            return -1;
    if (!programs && sources && program_parms_write_sources(options, NO_PROGRAM, NULL, all, parms))
        return -1;
    return program_parms_add_inputs(options, all);
}

const char *program_options_need_program(const struct program_options *options)
{
    return options->arguments[0]     ? "--args"
           : options->inputs[0]      ? "--stdin"
           : options->environment[0] ? "--env"
                                     : NULL;
}
