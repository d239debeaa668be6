/*
 * SPDX-License-Identifier: MIT
 * The functions of <string.h> and <strings.h> that POSIX and GNU add to C.
 */
#include "kernel/lib/string.h"

#include <stdint.h>

#include "kernel/lib/ctype.h"
#include "kernel/lib/program/program_memory.h"
#include "kernel/lib/strings.h"

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest)
{
    char *token = s ? s : *rest;

    if (token != NULL)
        token += strspn(token, separators);
    if (token == NULL || *token == '\0') {
        *rest = NULL;
        return NULL;
    }
    *rest = strpbrk(token, separators);
    if (*rest != NULL)
        *(*rest)++ = '\0';
    return token;
}

char *strsep(char **rest, const char *separators)
{
    char *token = *rest;

    if (token == NULL)
        return NULL;
    *rest = strpbrk(token, separators);
    if (*rest != NULL)
        *(*rest)++ = '\0';
    return token;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    size_t length = strlen(from);

    memcpy(to, from, length + 1);
    return to + length;
}

char *strndup(const char *s, size_t n)
{
    size_t length = strnlen(s, n);
    char *copy = program_malloc(length + 1);

    if (copy == NULL)
        return NULL;
    copy[length] = '\0';
    return memcpy(copy, s, length);
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; n--, a++, b++) {
        int difference = tolower((uint8_t)*a) - tolower((uint8_t)*b);

        if (difference != 0 || *a == '\0')
            return difference;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, SIZE_MAX);
}

void *memccpy(void *restrict to, const void *restrict from, int last, size_t n)
{
    const char *found = memchr(from, last, n);
    size_t length = found ? (size_t)(found - (const char *)from) + 1 : n;

    memcpy(to, from, length);
    return found ? (char *)to + length : NULL;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    return (char *)memcpy(to, from, n) + n;
}

int ffs(int value)
{
    return __builtin_ffs(value);
}
