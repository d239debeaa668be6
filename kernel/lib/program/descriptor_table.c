/*
 * SPDX-License-Identifier: MIT
 * POSIX's file descriptors: numbers of streams.
 */
#include "kernel/lib/program/descriptor_table.h"

#include "kernel/lib/errno.h"
#include "kernel/lib/fcntl.h"
#include "kernel/lib/program/memory_file.h"
#include "kernel/lib/program/reset.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"
#include "kernel/lib/sys/stat.h"
#include "kernel/lib/unistd.h"

static FILE *streams[FOPEN_MAX]; /* numbered after stdin, stdout and stderr */

void descriptors_reset(void)
{
    memset(streams, 0, sizeof streams);
}

void descriptors_forget(FILE *stream)
{
    for (int i = 0; i < FOPEN_MAX; i++)
        if (streams[i] == stream)
            streams[i] = NULL;
}

static FILE *stream_of(int descriptor)
{
    if (descriptor >= 0 && descriptor < 3)
        return &stdio_streams[descriptor];
    if (descriptor >= 3 && descriptor < FOPEN_MAX && streams[descriptor])
        return streams[descriptor];
    errno = EBADF;
    return NULL;
}

/* Returns the stream's number, assigning one if necessary; -1 if all are in use. */
int fileno(FILE *stream)
{
    int unused = -1;

    if (!file_of(stream))
        return (int)(stream - stdio_streams);
    for (int i = FOPEN_MAX - 1; i >= 3; i--) {
        if (streams[i] == stream)
            return i;
        if (!streams[i])
            unused = i;
    }
    if (unused < 0)
        errno = EMFILE;
    else
        streams[unused] = stream;
    return unused;
}

FILE *fdopen(int descriptor, const char *mode)
{
    (void)mode;
    return stream_of(descriptor);
}

int program_open(const char *name, int flags, ...)
{
    const struct file_mode mode = {.reads = (flags & O_ACCMODE) != O_WRONLY,
                                   .writes = (flags & O_ACCMODE) != O_RDONLY,
                                   .appends = flags & O_APPEND,
                                   .empties = flags & O_TRUNC,
                                   .creates = flags & O_CREAT,
                                   .must_be_new = (flags & O_CREAT) && (flags & O_EXCL)};
    struct content *content = file_for(name, &mode);
    FILE *stream = content ? file_open(content, &mode) : NULL;
    int descriptor = stream ? fileno(stream) : -1;

    if (stream && descriptor < 0)
        program_fclose(stream);
    return descriptor;
}

int creat(const char *name, mode_t mode)
{
    return program_open(name, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

static bool may(FILE *stream, bool writes)
{
    struct file *file = file_of(stream);
    bool is = file ? writes ? file->mode.writes : file->mode.reads : (stream != stdin) == writes;

    if (!is)
        errno = EBADF;
    return is;
}

ssize_t program_read(int descriptor, void *to, size_t bytes)
{
    FILE *stream = stream_of(descriptor);

    return stream && may(stream, false) ? (ssize_t)fread(to, 1, bytes, stream) : -1;
}

ssize_t program_write(int descriptor, const void *from, size_t bytes)
{
    FILE *stream = stream_of(descriptor);

    if (!stream || !may(stream, true))
        return -1;
    return bytes == 0 || program_fwrite(from, 1, bytes, stream) > 0 ? (ssize_t)bytes : -1;
}

off_t lseek(int descriptor, off_t offset, int whence)
{
    FILE *stream = stream_of(descriptor);

    return stream && fseek(stream, offset, whence) == 0 ? ftell(stream) : -1;
}

int program_close(int descriptor)
{
    FILE *stream = stream_of(descriptor);

    return stream ? program_fclose(stream) : -1;
}

int unlink(const char *name)
{
    return remove(name);
}

int access(const char *name, int how)
{
    if (!file_find(name))
        return -1;
    if (how & X_OK)
        errno = EACCES;
    return how & X_OK ? -1 : 0;
}

int isatty(int descriptor)
{
    if (stream_of(descriptor))
        errno = ENOTTY;
    return 0;
}

static void describe(const struct content *content, struct stat *to)
{
    *to = (struct stat){.st_mode = content ? S_IFREG | 0666 : S_IFCHR | 0666,
                        .st_size = content ? (off_t)content->length : 0};
}

int stat(const char *restrict name, struct stat *restrict to)
{
    const struct content *content = file_find(name);

    if (content)
        describe(content, to);
    return content ? 0 : -1;
}

int fstat(int descriptor, struct stat *to)
{
    FILE *stream = stream_of(descriptor);

    if (!stream)
        return -1;
    describe(file_of(stream) ? file_of(stream)->content : NULL, to);
    return 0;
}

pid_t getpid(void)
{
    return 1;
}

void _exit(int status)
{
    _Exit(status);
}
