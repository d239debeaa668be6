/*
 * SPDX-License-Identifier: MIT
 * Reads each source file once, as a whole; a missing file is remembered.
 */
#include "host/profile/source_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"

struct source {
    char *name;
    char **lines;
    unsigned n;
    bool there;
};

struct source_lines {
    struct source *all;
    unsigned n;
};

struct source_lines *source_lines_new(void)
{
    return memory_get(sizeof(struct source_lines));
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

static FILE *open_source(const char *file, const char *folder)
{
    FILE *from = NULL;
    if (folder && file[0] != '/') {
        char *path = memory_print("%s/%s", folder, file);
        from = fopen(path, "r");
        free(path);
    }
    return from ? from : fopen(file, "r");
}

/* Replaces tabs and other control characters by blanks. */
static void tame(char *line)
{
    line[strcspn(line, "\r\n")] = 0;
    for (; *line; line++)
        if ((unsigned char)*line < ' ' || *line == 0x7F)
            *line = ' ';
}

static const struct source *find(struct source_lines *sources, const char *file, const char *folder)
{
    for (unsigned i = 0; i < sources->n; i++)
        if (!strcmp(sources->all[i].name, file))
            return &sources->all[i];
    struct source *source = memory_add(&sources->all, &sources->n, sizeof *source);
    source->name = memory_text(file);
    FILE *from = open_source(file, folder);
    char *line = NULL;
    size_t room = 0;
    source->there = from != NULL;
    while (from && getline(&line, &room, from) >= 0) {
        tame(line);
        *(char **)memory_add(&source->lines, &source->n, sizeof *source->lines) = memory_text(line);
    }
    free(line);
    if (from)
        fclose(from);
    return source;
}

bool source_lines_there(struct source_lines *sources, const char *file, const char *folder)
{
    return find(sources, file, folder)->there;
}

const char *source_line(struct source_lines *sources, const char *file, const char *folder,
                        unsigned line)
{
    const struct source *source = find(sources, file, folder);
    return line >= 1 && line <= source->n ? source->lines[line - 1] : NULL;
}
