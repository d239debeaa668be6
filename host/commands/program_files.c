/*
 * SPDX-License-Identifier: MIT
 * Reassembles files from their lines or parts in the records.
 */
#include "host/commands/program_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/atomic_file.h"
#include "host/data/written/program_outcome.h"
#include "host/data/written/written_streams.h"
#include "host/data/wire/wire_line.h"

struct program_file {
    char *name, *text; /* the text may contain zeros */
    size_t length;
    unsigned batch; /* adjacent lines in the log belong to one batch */
    const struct program_run *written_by;
};

struct program_files {
    struct program_file *files;
    unsigned n;
};

static struct program_file *program_files_find(struct program_files *all, struct text name)
{
    for (unsigned i = 0; i < all->n; i++)
        if (text_is(name, all->files[i].name))
            return &all->files[i];
    struct program_file *file = allocate_element(&all->files, &all->n, sizeof *all->files);
    *file = (struct program_file){.name = allocate_text("%.*s", (int)name.length, name.start),
                                  .text = allocate_copy("")};
    return file;
}

static void program_files_add_line(struct program_files *all, struct text name, const char *line,
                                   unsigned batch)
{
    struct program_file *file = program_files_find(all, name);
    char *longer = allocate_text("%s%s\n", file->batch == batch ? file->text : "", line);
    free(file->text);
    file->text = longer;
    file->length = strlen(longer);
    file->batch = batch;
}

/* Returns whether the path stays below the folder. */
static bool program_files_is_below(const char *name)
{
    char *copy = allocate_copy(name), *rest = copy, *part;
    bool below = *name && *name != '/';
    while ((part = strsep(&rest, "/")))
        below &= strcmp(part, "..") != 0;
    free(copy);
    return below;
}

static void program_files_make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777); /* on failure, writing fails too and reports the reason */
        *slash = '/';
    }
}

static int program_files_write_file(const char *folder, const struct program_file *file)
{
    if (!program_files_is_below(file->name)) {
        message_print("--files-to: '%s' is outside of %s; it is not written", file->name, folder);
        return -1;
    }
    char *path = allocate_text("%s/%s", folder, file->name);
    program_files_make_folders(path);
    int status = atomic_file_write(path, file->text, file->length);
    free(path);
    return status ? -1 : 0;
}

/* Moves the lines out of the remarks. */
static void program_files_collect(struct run *run, struct program_files *all)
{
    unsigned n_left = 0, batch = 0, last = 0;
    for (unsigned i = 0; i < run->n_remarks; i++) {
        struct remark *remark = &run->remarks[i];
        struct wire_record record;
        if (strcmp(remark->kind, "file") ||
            wire_line_parse(remark->line, strlen(remark->line), &record, NULL, NULL)) {
            run->remarks[n_left++] = *remark;
            continue;
        }
        batch += !batch || remark->at != last + 1;
        last = remark->at;
        program_files_add_line(all, wire_line_text(&record, "name"), remark->what, batch);
    }
    run->n_remarks = n_left;
}

/* Returns the name below the folder: without leading slashes, and below the program's name if the
 * run has several experiments with programs. */
static char *program_files_place(const struct run *run, char *const *names,
                                 const struct written_stream *stream)
{
    const char *name = stream->name + strspn(stream->name, "/");
    name += strncmp(name, "./", 2) ? 0 : 2;
    for (unsigned i = 0; i < run->n_programs; i++)
        if (strcmp(names[i], names[stream->program]))
            return allocate_text("%s/%s", names[stream->program], name);
    return allocate_copy(name);
}

/* Returns the file of a stream. If the program has written another one of that name before, the
 * name is extended, with a message. */
static struct program_file *program_files_new(struct program_files *all, char *place,
                                              const struct program_run *program)
{
    char *name = allocate_copy(place);
    struct program_file *file;
    while ((file = program_files_find(all, (struct text){name, strlen(name)})) &&
           file->written_by == program)
        allocate_appended(&name, ".", "file");
    if (strcmp(name, place))
        message_print(
            "--files-to: the program's file '%s' is written as '%s', since the other is "
            "its stream",
            place, name);
    free(name);
    return file;
}

/* Adds the output of programs from executable files. A later variant replaces an earlier one. */
static void program_files_add_written(const struct run *run, struct program_files *all)
{
    unsigned n;
    struct written_stream *streams = written_streams_join(run, &n);
    char **names = program_names(run);
    for (unsigned i = 0; i < n; i++) {
        const struct program_run *program = &run->programs[streams[i].program];
        char *place = program_files_place(run, names, &streams[i]);
        struct program_file *file = program_files_new(all, place, program);
        const size_t length = streams[i].length;
        if (file->written_by &&
            (file->length != length || memcmp(file->text, streams[i].bytes, length)))
            message_print("--files-to: '%s' differs between %s and %s: it is that of %s", place,
                          file->written_by->state, program->state, program->state);
        free(file->text);
        file->text = allocate_zeroed(length + 1);
        memcpy(file->text, streams[i].bytes, length);
        file->length = length;
        file->written_by = program;
        free(place);
    }
    program_names_free(names, run);
    written_streams_free(streams, n);
}

int program_files_make(const char *folder)
{
    char *path = allocate_text("%s/", folder);
    program_files_make_folders(path);
    int failed = access(path, W_OK | X_OK);
    free(path);
    if (failed)
        message_print("--files-to: '%s' cannot be written: %s; name a directory that can", folder,
                      strerror(errno));
    return failed ? -1 : 0;
}

int program_files_write(struct run *run, const char *folder)
{
    struct program_files all = {0};
    int written = 0;
    program_files_collect(run, &all);
    program_files_add_written(run, &all);
    for (unsigned i = 0; i < all.n; i++) {
        if (written >= 0)
            written = program_files_write_file(folder, &all.files[i]) ? -1 : written + 1;
        free(all.files[i].name);
        free(all.files[i].text);
    }
    free(all.files);
    return written;
}
