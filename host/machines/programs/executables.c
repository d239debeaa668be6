/*
 * SPDX-License-Identifier: MIT
 * Finds the files that commands name.
 */
#include "host/machines/programs/executables.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/machines/programs/command_words.h"
#include "host/machines/programs/input_files.h"
#include "host/machines/programs/parms_values.h"

/* Returns "quick.parms:3", or the source alone without a line. */
static char *executables_place(const struct command_place *place)
{
    return place->line ? allocate_text("%s:%u", place->source, place->line)
                       : allocate_copy(place->source);
}

const char *executables_without_dot(const char *path)
{
    return strncmp(path, "./", 2) ? path : path + 2;
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Returns the path of a named file; NULL after a message. The caller frees it. */
static char *executables_locate(const char *name, const struct command_place *place)
{
    char *beside = name[0] != '/' && place->folder
                       ? allocate_text("%s/%s", place->folder, executables_without_dot(name))
                       : allocate_copy(name);
    if (is_file(beside))
        return beside;
    if (is_file(name)) {
        free(beside);
        return allocate_copy(name);
    }
    char *where = executables_place(place);
    const char *what =
        access(name, F_OK) && access(beside, F_OK) ? "does not exist" : "is not a regular file";
    if (strcmp(beside, name))
        message_print("%s: '%s' %s, neither in %s nor in the current directory", where, name, what,
                      place->folder);
    else
        message_print("%s: '%s' %s", where, name, what);
    free(where);
    free(beside);
    return NULL;
}

static bool same_file(const char *a, const char *b)
{
    struct stat status_a, status_b;
    return stat(a, &status_a) == 0 && stat(b, &status_b) == 0 &&
           status_a.st_ino == status_b.st_ino && status_a.st_dev == status_b.st_dev;
}

/* Adds a file, and frees the path if that name has it already. Returns 0, or -1 after a message. */
static int executables_add_file(struct named_file **files, unsigned *n, const char *name,
                                char *path, const struct command_place *place)
{
    for (unsigned i = 0; i < *n; i++) {
        if (strcmp((*files)[i].name, name))
            continue;
        bool same = same_file((*files)[i].path, path);
        char *where = executables_place(place);
        if (!same)
            message_print("%s: two files of a run are named '%s': %s and %s; rename one of them",
                          where, name, (*files)[i].path, path);
        free(where);
        free(path);
        return same ? 0 : -1;
    }
    struct named_file *file = allocate_element(files, n, sizeof *file);
    *file = (struct named_file){allocate_copy(name), path};
    return 0;
}

/* Splits a value into words. Returns 0, or -1 after a message. */
static int executables_split(struct command_words *words, const char *text, size_t length,
                             const char *setting, const struct command_place *place)
{
    const char *wrong = command_words_split(words, text, length);
    char *where = executables_place(place);
    if (wrong)
        message_print("%s: %s: '%.*s': %s", where, setting, (int)length, text, wrong);
    free(where);
    return wrong ? -1 : 0;
}

int executables_add(struct executables *all, const char *command, size_t length,
                    const struct command_place *place)
{
    struct command_words words = {0};
    int failed = executables_split(&words, command, length, "command", place);
    if (!failed && words.n) {
        const char *slash = strrchr(words.words[0], '/');
        char *path = executables_locate(words.words[0], place);
        failed = !path || executables_add_file(&all->programs, &all->n,
                                               slash ? slash + 1 : words.words[0], path, place);
    }
    command_words_free(&words);
    return failed ? -1 : 0;
}

int executables_add_input(struct executables *all, const char *option, const char *name,
                          const char *path)
{
    char *opened = input_file_open(option, path);
    return opened ? executables_add_file(&all->inputs, &all->n_inputs, name, opened,
                                         &(struct command_place){.source = option})
                  : -1;
}

/* Returns whether an option provides a file of that name. */
static bool executables_provided(struct provided_files provided, const char *name)
{
    for (unsigned i = 0; i < provided.n; i++) {
        const struct named_file *file = &provided.files[i];
        if (!strcmp(file->name ? file->name : executables_without_dot(file->path), name))
            return true;
    }
    return false;
}

/* Adds the file of the setting `stdin`. */
static int executables_add_setting(struct executables *all, const struct parms_value *value,
                                   const struct command_place *place,
                                   struct provided_files provided)
{
    struct command_words words = {0};
    int failed = executables_split(&words, value->start, value->length, "stdin", place);
    if (!failed && words.n == 1 &&
        !executables_provided(provided, executables_without_dot(words.words[0]))) {
        char *path = executables_locate(words.words[0], place);
        failed = !path ||
                 executables_add_file(&all->inputs, &all->n_inputs, words.words[0], path, place);
    }
    command_words_free(&words);
    return failed ? -1 : 0;
}

int executables_add_parms(struct executables *all, const char *path, const char *text,
                          size_t length, struct provided_files provided)
{
    const char *slash = strrchr(path, '/'), *at = NULL;
    char *folder =
        slash ? allocate_text("%.*s", (int)(slash - path) + (slash == path), path) : NULL;
    struct command_place place = {path, 0, folder};
    struct parms_value value;
    unsigned line;
    int failed = 0;
    while (!failed && !parms_values_next(text, length, "command", &at, &line, &value)) {
        place.line = value.line;
        char *command = allocate_text("%.*s", (int)value.length, value.start);
        if (command_words_name_program(command))
            failed = executables_add(all, value.start, value.length, &place);
        free(command);
    }
    at = NULL;
    while (!failed && all->n && !parms_values_next(text, length, "stdin", &at, &line, &value)) {
        place.line = value.line;
        failed = executables_add_setting(all, &value, &place, provided);
    }
    free(folder);
    return failed;
}

static void executables_free_files(struct named_file *files, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        free(files[i].name);
        free(files[i].path);
    }
    free(files);
}

void executables_free(struct executables *all)
{
    executables_free_files(all->programs, all->n);
    executables_free_files(all->inputs, all->n_inputs);
    for (unsigned i = 0; i < all->n_parms; i++)
        free(all->parms[i]);
    free(all->parms);
    *all = (struct executables){0};
}
