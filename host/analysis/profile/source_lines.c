/*
 * SPDX-License-Identifier: MIT
 * Reads each source file once, as a whole; a missing file is remembered.
 */
#include "host/analysis/profile/source_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"

struct source_lines_file {
    char *name;
    char **lines;
    unsigned n;
    bool there;
};

struct source_lines {
    struct source_lines_file *all;
    unsigned n;
};

struct source_lines *source_lines_new(void)
{
    return allocate_zeroed(sizeof(struct source_lines));
}

void source_lines_free(struct source_lines *sources)
{
    for (unsigned i = 0; i < sources->n; i++) {
        for (unsigned l = 0; l < sources->all[i].n; l++)
            free(sources->all[i].lines[l]);
        free(sources->all[i].lines);
        free(sources->all[i].name);
    }
    free(sources->all);
    free(sources);
}

static FILE *source_lines_open(const char *file, const char *folder)
{
    FILE *from = NULL;
    if (folder && file[0] != '/') {
        char *path = allocate_text("%s/%s", folder, file);
        from = fopen(path, "r");
        free(path);
    }
    return from ? from : fopen(file, "r");
}

/* Replaces tabs and other control characters by blanks. */
static void source_lines_clean(char *line)
{
    line[strcspn(line, "\r\n")] = 0;
    for (; *line; line++)
        if ((unsigned char)*line < ' ' || *line == 0x7F)
            *line = ' ';
}

static const struct source_lines_file *source_lines_find(struct source_lines *sources,
                                                         const char *file, const char *folder)
{
    for (unsigned i = 0; i < sources->n; i++)
        if (!strcmp(sources->all[i].name, file))
            return &sources->all[i];
    struct source_lines_file *source = allocate_element(&sources->all, &sources->n, sizeof *source);
    source->name = allocate_copy(file);
    FILE *from = source_lines_open(file, folder);
    char *line = NULL;
    size_t room = 0;
    source->there = from != NULL;
    while (from && getline(&line, &room, from) >= 0) {
        source_lines_clean(line);
        *(char **)allocate_element(&source->lines, &source->n, sizeof *source->lines) =
            allocate_copy(line);
    }
    free(line);
    if (from)
        fclose(from);
    return source;
}

bool source_lines_there(struct source_lines *sources, const char *file, const char *folder)
{
    return source_lines_find(sources, file, folder)->there;
}

const char *source_line(struct source_lines *sources, const char *file, const char *folder,
                        unsigned line)
{
    const struct source_lines_file *source = source_lines_find(sources, file, folder);
    return line >= 1 && line <= source->n ? source->lines[line - 1] : NULL;
}
