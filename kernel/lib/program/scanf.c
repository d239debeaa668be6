/*
 * SPDX-License-Identifier: MIT
 * scanf() and related functions with a variable argument list.
 */
#include "kernel/lib/stdio.h"

int fscanf(FILE *restrict stream, const char *restrict fmt, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, fmt);
    stored = vfscanf(stream, fmt, arguments);
    va_end(arguments);
    return stored;
}

int scanf(const char *restrict fmt, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, fmt);
    stored = vfscanf(stdin, fmt, arguments);
    va_end(arguments);
    return stored;
}

int sscanf(const char *restrict text, const char *restrict fmt, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, fmt);
    stored = vsscanf(text, fmt, arguments);
    va_end(arguments);
    return stored;
}

int vscanf(const char *restrict fmt, va_list arguments)
{
    return vfscanf(stdin, fmt, arguments);
}
