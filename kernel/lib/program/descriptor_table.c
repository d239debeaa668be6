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

void descriptors_release(FILE *stream)
{
    for (int i = 0; i < FOPEN_MAX; i++)
        if (streams[i] == stream)
            streams[i] = NULL;
}

static FILE *descriptor_stream(int descriptor)
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

    if (!memory_file_of(stream))
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
    return descriptor_stream(descriptor);
}

int program_open(const char *name, int flags, ...)
{
    const struct file_mode mode = {.reads = (flags & O_ACCMODE) != O_WRONLY,
                                   .writes = (flags & O_ACCMODE) != O_RDONLY,
                                   .appends = flags & O_APPEND,
                                   .empties = flags & O_TRUNC,
                                   .creates = flags & O_CREAT,
                                   .must_be_new = (flags & O_CREAT) && (flags & O_EXCL)};
    struct content *content = file_names_content(name, &mode);
    FILE *stream = content ? memory_file_open(content, &mode) : NULL;
    int descriptor = stream ? fileno(stream) : -1;

    if (stream && descriptor < 0)
        program_fclose(stream);
    return descriptor;
}

int creat(const char *name, mode_t mode)
{
    return program_open(name, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

static bool descriptor_allows(FILE *stream, bool writes)
{
    struct file *file = memory_file_of(stream);
    bool is = file ? writes ? file->mode.writes : file->mode.reads : (stream != stdin) == writes;

    if (!is)
        errno = EBADF;
    return is;
}

ssize_t program_read(int descriptor, void *to, size_t bytes)
{
    FILE *stream = descriptor_stream(descriptor);

    return stream && descriptor_allows(stream, false) ? (ssize_t)fread(to, 1, bytes, stream) : -1;
}

ssize_t program_write(int descriptor, const void *from, size_t bytes)
{
    FILE *stream = descriptor_stream(descriptor);

    if (!stream || !descriptor_allows(stream, true))
        return -1;
    return bytes == 0 || program_fwrite(from, 1, bytes, stream) > 0 ? (ssize_t)bytes : -1;
}

off_t lseek(int descriptor, off_t offset, int whence)
{
    FILE *stream = descriptor_stream(descriptor);

    return stream && fseek(stream, offset, whence) == 0 ? ftell(stream) : -1;
}

int program_close(int descriptor)
{
    FILE *stream = descriptor_stream(descriptor);

    return stream ? program_fclose(stream) : -1;
}

int unlink(const char *name)
{
    return remove(name);
}

int access(const char *name, int how)
{
    if (!memory_file_find(name))
        return -1;
    if (how & X_OK)
        errno = EACCES;
    return how & X_OK ? -1 : 0;
}

int isatty(int descriptor)
{
    if (descriptor_stream(descriptor))
        errno = ENOTTY;
    return 0;
}

static void descriptor_fill_stat(const struct content *content, struct stat *to)
{
    *to = (struct stat){.st_mode = content ? S_IFREG | 0666 : S_IFCHR | 0666,
                        .st_size = content ? (off_t)content->length : 0};
}

int stat(const char *restrict name, struct stat *restrict to)
{
    const struct content *content = memory_file_find(name);

    if (content)
        descriptor_fill_stat(content, to);
    return content ? 0 : -1;
}

int fstat(int descriptor, struct stat *to)
{
    FILE *stream = descriptor_stream(descriptor);

    if (!stream)
        return -1;
    descriptor_fill_stat(memory_file_of(stream) ? memory_file_of(stream)->content : NULL, to);
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
