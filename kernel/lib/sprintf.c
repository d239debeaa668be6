/*
 * SPDX-License-Identifier: MIT
 * sprintf() and related functions: C's names for the formatter.
 */
#include "kernel/lib/limits.h"

#include "kernel/lib/format.h"
#include "kernel/lib/stdio.h"

int vsnprintf(char *to, size_t size, const char *fmt, va_list arguments)
{
    return vformat(to, size, fmt, arguments);
}

int vsprintf(char *to, const char *fmt, va_list arguments)
{
    return vformat(to, INT_MAX, fmt, arguments);
}

int snprintf(char *to, size_t size, const char *fmt, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, fmt);
    length = vformat(to, size, fmt, arguments);
    va_end(arguments);
    return length;
}

int sprintf(char *to, const char *fmt, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, fmt);
    length = vsprintf(to, fmt, arguments);
    va_end(arguments);
    return length;
}
