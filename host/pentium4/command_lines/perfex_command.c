/*
 * SPDX-License-Identifier: MIT
 * The command line of perfctr's perfex (examples/perfex of perfctr 2.6; README.md of
 * host/pentium4).
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/atomic_file.h"
#include "host/base/message.h"
#include "host/pentium4/command_lines/command_runs.h"
#include "host/pentium4/command_lines/verb_words.h"

struct perfex_command {
    char *events, *enable, *vertical;
    const char *output;
    int base; /* of numbers: 16, or 0 for the rules of C */
    bool based;
    const char *list; /* "-i", "-l", "-L"; NULL: measure */
    struct verb_words options;
};

/* ---- numbers -------------------------------------------------------------------------------- */

/* Parses a number of at most 32 bits up to `end`. Returns 0, or -1. */
static int perfex_command_number(const struct perfex_command *command, const char *text, char end,
                                 int base, unsigned *number)
{
    char *rest;
    errno = 0;
    unsigned long long value = strtoull(text, &rest, base);
    if (rest == text || *rest != end || errno || value > 0xffffffffu || *text == '-')
        return -1;
    *number = (unsigned)value;
    if (!command->based && base == 16 && value > 9 && strncasecmp(text, "0x", 2) != 0 &&
        strspn(text, "0123456789") == (size_t)(rest - text))
        message_print("%.*s is read as hexadecimal; -d reads decimal numbers, -x omits this note",
                      (int)(rest - text), text);
    return 0;
}

static int perfex_command_add_event(struct perfex_command *command, const char *text)
{
    unsigned cccr, escr, counter;
    const char *slash = strchr(text, '/'), *at = strchr(text, '@');
    if (!slash || !at || at < slash ||
        perfex_command_number(command, text, '/', command->base, &cccr) ||
        perfex_command_number(command, slash + 1, '@', command->base, &escr) ||
        perfex_command_number(command, at + 1, 0, strncasecmp(at + 1, "0x", 2) ? 10 : 16,
                              &counter)) {
        message_print(
            "-e %s: expected CCCR/ESCR@COUNTER, such as 0x39000/0x4000204@12; "
            "'bareprobe list registers EVENT' prints them",
            text);
        return -1;
    }
    char *event = allocate_text("0x%08x/0x%08x@0x%x", cccr, escr, counter);
    allocate_appended(&command->events, *command->events ? "," : "", event);
    free(event);
    return 0;
}

static int perfex_command_add_register(const struct perfex_command *command, const char *option,
                                       const char *text, char **value)
{
    unsigned number;
    if (perfex_command_number(command, text, 0, command->base, &number)) {
        message_print("%s %s: expected a number of 32 bits", option, text);
        return -1;
    }
    free(*value);
    *value = allocate_text("0x%x", number);
    return 0;
}

/* ---- options -------------------------------------------------------------------------------- */

static int perfex_command_flag(struct perfex_command *command, const char *word)
{
    static const char *const flags[][2] = {{"-d", "--decimal"},
                                           {"-x", "--hex"},
                                           {"-i", "--info"},
                                           {"-l", "--list"},
                                           {"-L", "--long-list"}};
    for (unsigned i = 0; i < 5; i++) {
        if (strcmp(word, flags[i][0]) != 0 && strcmp(word, flags[i][1]) != 0)
            continue;
        if (i >= 2)
            command->list = flags[i][0];
        else
            command->base = i ? 16 : 0;
        command->based |= i < 2;
        return 0;
    }
    return -1;
}

/* Reads an option with a value. Returns 0, -1 after a message, or 1 for another word. */
static int perfex_command_value(struct perfex_command *command, int argc, char **argv, int *at)
{
    static const char *const names[] = {
        "e", "event", "p4pe", "p4_pebs_enable", "p4pmv", "p4_pebs_matrix_vert", "o", "output"};
    const char *word = argv[*at], *value = NULL;
    unsigned i = 0;
    while (i < 8 && !verb_words_read_option(argc, argv, at, names[i], &value))
        i++;
    if (i == 8)
        return 1;
    if (!value)
        return message_print("%s needs a value", word), -1;
    if (i >= 6)
        command->output = value;
    return i < 2   ? perfex_command_add_event(command, value)
           : i < 4 ? perfex_command_add_register(command, word, value, &command->enable)
           : i < 6 ? perfex_command_add_register(command, word, value, &command->vertical)
                   : 0;
}

/* Returns the index of the command in argv; -1 after a message. */
static int perfex_command_read(int argc, char **argv, struct perfex_command *command)
{
    int at = 1;
    for (int i = 1; i < argc && argv[i][0] == '-'; i++) /* -d applies to all numbers */
        if (!strcmp(argv[i], "-d") || !strcmp(argv[i], "--decimal"))
            perfex_command_flag(command, argv[i]);
        else if (!strcmp(argv[i], "-e") || !strcmp(argv[i], "-o"))
            i++;
    while (at < argc && argv[at][0] == '-') {
        if (!perfex_command_flag(command, argv[at])) {
            at++;
            continue;
        }
        int found = perfex_command_value(command, argc, argv, &at);
        if (found < 0)
            return -1;
        if (found && (strncmp(argv[at], "--", 2) != 0 || !strchr(argv[at], '=')))
            return message_print("%s is not an option; 'perfex --help' lists them", argv[at]), -1;
        if (found)
            verb_words_add(&command->options, argv[at++]);
    }
    return at;
}

/* ---- the processor -------------------------------------------------------------------------- */

static const char *perfex_command_cpu(const struct perfex_command *command)
{
    const char *cpu = "northwood";
    for (unsigned i = 0; i < command->options.n; i++)
        if (!strncmp(command->options.word[i], "--cpu=", 6))
            cpu = command->options.word[i] + 6;
    return cpu;
}

/* The counters and features are those of every Pentium 4 (SDM volume 3, 18.15). */
static int perfex_command_list(const struct perfex_command *command)
{
    struct verb_words words = {.n = 0};
    const char *cpu = perfex_command_cpu(command);
    printf(
        "cpu_type\t\t%s (virtual; --cpu=MODEL selects another)\n"
        "cpu_features\t\trdpmc, rdtsc, pcint\n"
        "cpu_nrctrs\t\t18, counter 1 cannot be used\n",
        cpu);
    fflush(stdout);
    if (!strcmp(command->list, "-i"))
        return EXIT_FINE;
    putchar('\n');
    fflush(stdout);
    verb_words_add(&words, "list");
    verb_words_add(&words, "events");
    verb_words_add_option(&words, "--cpu", cpu);
    if (!strcmp(command->list, "-L"))
        verb_words_add(&words, "-v");
    int status = verb_words_run(&words, NULL, NULL);
    verb_words_free(&words);
    return status;
}

/* ---- measuring ------------------------------------------------------------------------------ */

/* Copies a file that contains the program's output to a stream. */
static void perfex_command_show(const char *folder, const char *name, FILE *to)
{
    char *path = allocate_text("%s/%s", folder, name), part[4096];
    FILE *from = fopen(path, "r");
    for (size_t n; from && (n = fread(part, 1, sizeof part, from));)
        fwrite(part, 1, n, to);
    if (from)
        fclose(from);
    unlink(path);
    free(path);
}

/* Moves the files that the program wrote to the current directory. */
static void perfex_command_move_files(const char *folder)
{
    DIR *files = opendir(folder);
    for (struct dirent *file; files && (file = readdir(files));) {
        char *path = allocate_text("%s/%s", folder, file->d_name);
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0 &&
            rename(path, file->d_name))
            message_print("%s: cannot be moved to the current directory: %s", path,
                          strerror(errno));
        free(path);
    }
    if (files)
        closedir(files);
    rmdir(folder);
}

/* Prints messages, except those about the directory, which is removed. */
static void perfex_command_show_errors(char *errors, const char *folder)
{
    for (char *line = strtok(errors, "\n"); line; line = strtok(NULL, "\n"))
        if (!strstr(line, folder))
            fprintf(stderr, "%s\n", line);
}

static int perfex_command_write(const struct perfex_command *command, const char *report)
{
    if (command->output)
        return atomic_file_write(command->output, report, strlen(report));
    fputs(report, stderr);
    return EXIT_FINE;
}

static int perfex_command_measure(struct perfex_command *command, int argc, char **argv)
{
    struct verb_words words = {.n = 0};
    char folder[] = "./perfex-XXXXXX", *arguments = allocate_copy(""), *report, *errors;
    if (!mkdtemp(folder))
        die(EXIT_TARGET, "a directory for the program's files cannot be made here: %s",
            strerror(errno));
    for (int i = 1; i < argc; i++)
        verb_words_append_quoted(&arguments, argv[i]);
    verb_words_add(&words, "run");
    verb_words_add_option(&words, "--cpu", "northwood");
    verb_words_add_option(&words, "--program", argv[0]);
    verb_words_add_option(&words, "--args", *arguments ? arguments : NULL);
    verb_words_add_option(&words, "--events", *command->events ? command->events : "time_stamp");
    verb_words_add_option(&words, "--p4pe", command->enable);
    verb_words_add_option(&words, "--p4pmv", command->vertical);
    verb_words_add_files(&words, argc - 1, argv + 1);
    verb_words_add_option(&words, "--files-to", folder);
    verb_words_add_option(&words, "--repetitions", "1");
    verb_words_add_option(&words, "--report", "perfex");
    verb_words_add(&words, "--no-log");
    verb_words_add(&words, "--no-store");
    for (unsigned i = 0; i < command->options.n; i++)
        verb_words_add(&words, command->options.word[i]);
    int status = verb_words_run(&words, &report, &errors);
    perfex_command_show_errors(errors, folder);
    perfex_command_show(folder, "stdout", stdout);
    fflush(stdout);
    perfex_command_show(folder, "stderr", stderr);
    perfex_command_move_files(folder);
    int written = *report ? perfex_command_write(command, report) : EXIT_FINE;
    verb_words_free(&words);
    free(arguments);
    free(report);
    free(errors);
    return status ? status : written;
}

int perfex_command_run(int argc, char **argv)
{
    struct perfex_command command = {.events = allocate_copy(""), .base = 16};
    int at = perfex_command_read(argc, argv, &command), status = EXIT_USAGE;
    if (at > 0 && command.list)
        status = perfex_command_list(&command);
    else if (at > 0 && at < argc)
        status = perfex_command_measure(&command, argc - at, argv + at);
    else if (at > 0)
        message_print("the command is missing; 'perfex --help' describes the options");
    verb_words_free(&command.options);
    free(command.events);
    free(command.enable);
    free(command.vertical);
    return status;
}
