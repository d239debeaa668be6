/*
 * SPDX-License-Identifier: MIT
 * The string functions that copy.
 */
#include "kernel/lib/string.h"

#include <stdint.h>

#include "kernel/lib/errno.h"
#include "kernel/lib/stdlib.h"

char *strcpy(char *restrict to, const char *restrict from)
{
    return memcpy(to, from, strlen(from) + 1);
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strnlen(from, n);

    memcpy(to, from, length);
    memset(to + length, 0, n - length);
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strnlen(from, n);
    char *end = to + strlen(to);

    memcpy(end, from, length);
    end[length] = '\0';
    return to;
}

char *strdup(const char *s)
{
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);

    return copy ? memcpy(copy, s, size) : NULL;
}

char *strerror(int error)
{
    static const struct {
        int error;
        const char *words;
    } all[] = {
        {0, "Success"},
        {ENOENT, "No such file or directory"},
        {EBADF, "Bad file descriptor"},
        {ENOMEM, "Cannot allocate memory"},
        {EINVAL, "Invalid argument"},
        {EDOM, "Numerical argument out of domain"},
        {ERANGE, "Numerical result out of range"},
        {EILSEQ, "Invalid or incomplete multibyte or wide character"},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].error == error)
            return (char *)(uintptr_t)all[i].words;
    return (char *)(uintptr_t) "Unknown error";
}
