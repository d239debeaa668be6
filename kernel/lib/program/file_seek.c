/*
 * SPDX-License-Identifier: MIT
 * File positions. stdout and stderr have none, since they start over when they are full.
 */
#include "kernel/lib/errno.h"
#include "kernel/lib/limits.h"
#include "kernel/lib/program/memory_file.h"

static bool file_seek_allowed(FILE *stream)
{
    if (memory_file_of(stream) || stream == stdin)
        return true;
    errno = ESPIPE;
    return false;
}

long ftell(FILE *stream)
{
    if (!file_seek_allowed(stream))
        return -1;
    return stream->next - stream->start - (stream->pushed_back != EOF);
}

static long long file_seek_base(FILE *stream, int whence)
{
    struct file *file = memory_file_of(stream);

    switch (whence) {
    case SEEK_SET:
        return 0;
    case SEEK_CUR:
        return ftell(stream);
    case SEEK_END:
        return file ? (long)file->content->length : stream->end - stream->start;
    default:
        return LLONG_MIN / 2;
    }
}

int fseek(FILE *stream, long offset, int whence)
{
    struct file *file = memory_file_of(stream);
    long long place;

    if (!file_seek_allowed(stream))
        return -1;
    place = file_seek_base(stream, whence) + offset;
    if (place < 0 || place > LONG_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (file)
        memory_file_place(file, (size_t)place);
    else
        stream->next = place < stream->end - stream->start ? stream->start + place : stream->end;
    stream->pushed_back = EOF;
    stream->at_end = false;
    return 0;
}

void program_rewind(FILE *stream)
{
    if (!memory_file_of(stream)) {
        rewind(stream);
        return;
    }
    fseek(stream, 0, SEEK_SET);
    stream->failed = false;
}

int fgetpos(FILE *restrict stream, fpos_t *restrict position)
{
    position->offset = ftell(stream);
    return position->offset < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *position)
{
    return fseek(stream, position->offset, SEEK_SET);
}
