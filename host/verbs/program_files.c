/*
 * SPDX-License-Identifier: MIT
 * Reassembles files from their lines in the records.
 */
#include "host/verbs/program_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/write_file.h"
#include "host/wire/wire_line.h"

struct program_file {
    char *name, *text;
    unsigned batch; /* adjacent lines in the log belong to one batch */
};

struct program_files {
    struct program_file *files;
    unsigned n;
};

static struct program_file *file_named(struct program_files *all, struct text name)
{
    for (unsigned i = 0; i < all->n; i++)
        if (text_is(name, all->files[i].name))
            return &all->files[i];
    struct program_file *file = memory_add(&all->files, &all->n, sizeof *all->files);
    *file = (struct program_file){.name = memory_print("%.*s", (int)name.length, name.start),
                                  .text = memory_text("")};
    return file;
}

static void add_line(struct program_files *all, struct text name, const char *line, unsigned batch)
{
    struct program_file *file = file_named(all, name);
    char *longer = memory_print("%s%s\n", file->batch == batch ? file->text : "", line);
    free(file->text);
    file->text = longer;
    file->batch = batch;
}

/* Returns whether the path stays below the folder. */
static bool stays_below(const char *name)
{
    char *copy = memory_text(name), *rest = copy, *part;
    bool below = *name && *name != '/';
    while ((part = strsep(&rest, "/")))
        below &= strcmp(part, "..") != 0;
    free(copy);
    return below;
}

static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777); /* on failure, writing fails too and reports the reason */
        *slash = '/';
    }
}

static int write_file(const char *folder, const struct program_file *file)
{
    if (!stays_below(file->name)) {
        say("--files-to: '%s' is outside of %s; it is not written", file->name, folder);
        return -1;
    }
    char *path = memory_print("%s/%s", folder, file->name);
    make_folders(path);
    int status = write_whole(path, file->text, strlen(file->text));
    free(path);
    return status ? -1 : 0;
}

/* Moves the lines out of the remarks. */
static void collect(struct run *run, struct program_files *all)
{
    unsigned kept = 0, batch = 0, last = 0;
    for (unsigned i = 0; i < run->n_remarks; i++) {
        struct remark *remark = &run->remarks[i];
        struct wire_record record;
        if (strcmp(remark->kind, "file") ||
            wire_parse(remark->line, strlen(remark->line), &record, NULL, NULL)) {
            run->remarks[kept++] = *remark;
            continue;
        }
        batch += !batch || remark->at != last + 1;
        last = remark->at;
        add_line(all, wire_text(&record, "name"), remark->what, batch);
    }
    run->n_remarks = kept;
}

int program_files_write(struct run *run, const char *folder)
{
    struct program_files all = {0};
    int written = 0;
    collect(run, &all);
    for (unsigned i = 0; i < all.n; i++) {
        if (written >= 0)
            written = write_file(folder, &all.files[i]) ? -1 : written + 1;
        free(all.files[i].name);
        free(all.files[i].text);
    }
    free(all.files);
    return written;
}
