/*
 * SPDX-License-Identifier: MIT
 * Stores the contents of files, and the position of each stream in its file.
 */
#include "kernel/lib/program/memory_file.h"

#include <stdint.h>

#include "kernel/lib/errno.h"
#include "kernel/lib/program/program_memory.h"
#include "kernel/lib/program/reset.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

#define LEAST_ROOM 512u

#pragma weak descriptors_release

static struct content *contents;
static struct file *files; /* the open files */

struct file *memory_file_of(FILE *stream)
{
    bool is_usual = stream >= stdio_streams && stream < stdio_streams + 3;

    return is_usual ? NULL : (struct file *)stream;
}

struct content *memory_file_find(const char *name)
{
    for (struct content *content = contents; content; content = content->next)
        if (content->name != NULL && strcmp(content->name, name) == 0)
            return content;
    errno = ENOENT;
    return NULL;
}

struct content *memory_file_create(const char *name)
{
    static char nothing[1];
    struct content *content = program_malloc(sizeof *content);

    if (!content)
        return NULL;
    *content = (struct content){.next = contents, .bytes = nothing};
    if (name != NULL) {
        content->name = program_malloc(strlen(name) + 1);
        if (!content->name) {
            free(content);
            return NULL;
        }
        strcpy(content->name, name);
    }
    contents = content;
    return content;
}

void memory_files_reset(const struct hosted_file *first, const struct hosted_file *end)
{
    contents = NULL;
    files = NULL;
    for (; first < end; first++) {
        struct content *content = memory_file_create(first->name);

        if (!content) {
            printf("no memory for HOSTED_FILE(\"%s\"): HOSTED_MEMORY is too small\n", first->name);
            abort();
        }
        content->bytes = (char *)(uintptr_t)first->bytes;
        content->length = first->length;
    }
}

/* Deletes the content if it has neither a name nor a stream. */
static void memory_file_delete_unused(struct content *content)
{
    struct content **link = &contents;

    if (content->name != NULL || content->streams > 0)
        return;
    while (*link != content)
        link = &(*link)->next;
    *link = content->next;
    if (content->room > 0)
        free(content->bytes);
    free(content);
}

void memory_file_unname(struct content *content)
{
    free(content->name);
    content->name = NULL;
    memory_file_delete_unused(content);
}

void memory_file_place(struct file *file, size_t position)
{
    struct content *content = file->content;
    const char *start = content->bytes;

    file->stream.start = start;
    file->stream.next = start + position;
    file->stream.end =
        start + (!file->mode.reads || position > content->length ? position : content->length);
}

/* Updates all streams after the content has moved or changed its length. */
static void memory_file_place_all(const struct content *content)
{
    for (struct file *file = files; file; file = file->next)
        if (file->content == content)
            memory_file_place(file, (size_t)(file->stream.next - file->stream.start));
}

/* Sets the initial position: the start, or the end for a stream that only appends. */
static void memory_file_place_first(struct file *file)
{
    memory_file_place(file, file->mode.appends && !file->mode.reads ? file->content->length : 0);
}

FILE *memory_file_open(struct content *content, const struct file_mode *mode)
{
    struct file *file = program_malloc(sizeof *file);

    if (!file) {
        memory_file_delete_unused(content);
        return NULL;
    }
    *file = (struct file){
        .stream = {.pushed_back = EOF}, .next = files, .content = content, .mode = *mode};
    content->streams++;
    files = file;
    memory_file_place_first(file);
    return &file->stream;
}

int program_fclose(FILE *stream)
{
    struct file *file = memory_file_of(stream), **link = &files;

    if (!file)
        return fclose(stream);
    while (*link != NULL && *link != file)
        link = &(*link)->next;
    if (*link == NULL) {
        errno = EBADF;
        return EOF;
    }
    *link = file->next;
    if (descriptors_release)
        descriptors_release(stream);
    file->content->streams--;
    memory_file_delete_unused(file->content);
    free(file);
    return 0;
}

void memory_file_empty(struct content *content)
{
    content->length = 0;
    memory_file_place_all(content);
}

void memory_file_exchange(struct file *file, struct content *content, const struct file_mode *mode)
{
    struct content *before = file->content;

    content->streams++;
    before->streams--;
    memory_file_delete_unused(before);
    file->content = content;
    file->mode = *mode;
    file->stream.pushed_back = EOF;
    file->stream.at_end = file->stream.failed = false;
    memory_file_place_first(file);
}

/* Makes room for `bytes` bytes in total. */
static bool memory_file_reserve(struct content *content, size_t bytes)
{
    size_t room = content->room < LEAST_ROOM / 2 ? LEAST_ROOM : 2 * content->room;
    char *moved;

    if (bytes <= content->room)
        return true;
    if (room < bytes)
        room = bytes;
    moved = program_malloc(room);
    if (!moved)
        return false;
    memcpy(moved, content->bytes, content->length);
    if (content->room > 0)
        free(content->bytes);
    content->bytes = moved;
    content->room = room;
    return true;
}

char *memory_file_begin_write(struct file *file, size_t bytes)
{
    struct content *content = file->content;
    size_t position = (size_t)(file->stream.next - file->stream.start);

    if (!file->mode.writes) {
        errno = EBADF;
        file->stream.failed = true;
        return NULL;
    }
    if (file->mode.appends)
        position = content->length;
    if (!memory_file_reserve(content, position + bytes + 1)) {
        file->stream.failed = true;
        return NULL;
    }
    if (position > content->length)
        memset(content->bytes + content->length, 0, position - content->length);
    return content->bytes + position;
}

void memory_file_end_write(struct file *file, const char *end)
{
    struct content *content = file->content;
    size_t position = (size_t)(end - content->bytes);

    if (content->length < position)
        content->length = position;
    file->stream.pushed_back = EOF;
    memory_file_place_all(content);
    memory_file_place(file, position);
}

bool memory_file_write(struct file *file, const void *from, size_t bytes)
{
    char *to;

    if (bytes == 0) /* an empty write neither moves nor fills anything */
        return file->mode.writes;
    to = memory_file_begin_write(file, bytes);
    if (!to)
        return false;
    memcpy(to, from, bytes);
    memory_file_end_write(file, to + bytes);
    return true;
}
