/*
 * SPDX-License-Identifier: MIT
 * Messages for all numbers of <errno.h>.
 */
#include <stdint.h>

#include "kernel/lib/errno.h"
#include "kernel/lib/stdio.h"
#include "kernel/lib/string.h"

#include "kernel/lib/program/strerror.h"

static const struct {
    int error;
    const char *words;
} more[] = {
    {EPERM, "Operation not permitted"},
    {ESRCH, "No such process"},
    {EINTR, "Interrupted system call"},
    {EIO, "Input/output error"},
    {ENXIO, "No such device or address"},
    {E2BIG, "Argument list too long"},
    {ENOEXEC, "Exec format error"},
    {ECHILD, "No child processes"},
    {EAGAIN, "Resource temporarily unavailable"},
    {EACCES, "Permission denied"},
    {EFAULT, "Bad address"},
    {EBUSY, "Device or resource busy"},
    {EEXIST, "File exists"},
    {EXDEV, "Invalid cross-device link"},
    {ENODEV, "No such device"},
    {ENOTDIR, "Not a directory"},
    {EISDIR, "Is a directory"},
    {ENFILE, "Too many open files in system"},
    {EMFILE, "Too many open files"},
    {ENOTTY, "Inappropriate ioctl for device"},
    {EFBIG, "File too large"},
    {ENOSPC, "No space left on device"},
    {ESPIPE, "Illegal seek"},
    {EROFS, "Read-only file system"},
    {EMLINK, "Too many links"},
    {EPIPE, "Broken pipe"},
    {EDEADLK, "Resource deadlock avoided"},
    {ENAMETOOLONG, "File name too long"},
    {ENOSYS, "Function not implemented"},
    {ENOTEMPTY, "Directory not empty"},
    {EOVERFLOW, "Value too large for defined data type"},
    {ENOTSUP, "Operation not supported"},
    {ETIMEDOUT, "Connection timed out"},
};

char *program_strerror(int error)
{
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i].error == error)
            return (char *)(uintptr_t)more[i].words;
    return strerror(error);
}

void program_perror(const char *who)
{
    const char *words = program_strerror(errno);

    if (who != NULL && *who != '\0')
        printf("%s: %s\n", who, words);
    else
        puts(words);
}
