/*
 * SPDX-License-Identifier: MIT
 * The executable files that a run measures, and the files that its experiment files name for them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "host/machines/programs/named_file.h"

/* Files of options. A file without a name has that of its path. */
struct provided_files {
    const struct named_file *files;
    unsigned n;
};

struct executables {
    struct named_file *programs; /* each name once */
    unsigned n;
    struct named_file *inputs; /* files of options and of the setting `stdin`, each name once */
    unsigned n_inputs;
    char **parms; /* temporary experiment files */
    unsigned n_parms;
};

/* The place of a command, for messages and to find its files. */
struct command_place {
    const char *source; /* an experiment file, or an option */
    unsigned line;      /* 0: none */
    const char *folder; /* files are relative to it, or else to the current directory; NULL: none */
};

/*
 * Adds the program of a command, which is named after the last slash of its first word. Returns 0,
 * or -1 after a message: the command is malformed, the file does not exist, or another file has the
 * same name.
 */
int executables_add(struct executables *all, const char *command, size_t length,
                    const struct command_place *place);

/* Adds the programs and the standard input that an experiment file names, except an input that is
 * provided. Returns 0, or -1 after a message. */
int executables_add_parms(struct executables *all, const char *path, const char *text,
                          size_t length, struct provided_files provided);

/* Adds an option's file to the inputs, with a copy of the name. Returns 0, or -1 after a message.
 */
int executables_add_input(struct executables *all, const char *option, const char *name,
                          const char *path);

/* Returns the path without "./" at its begin. */
const char *executables_without_dot(const char *path);

void executables_free(struct executables *all);
