/*
 * SPDX-License-Identifier: MIT
 * The string functions that copy.
 */
#include "kernel/lib/string.h"

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
