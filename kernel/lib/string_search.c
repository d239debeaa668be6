/*
 * SPDX-License-Identifier: MIT
 * The string functions that search in a string.
 */
#include "kernel/lib/string.h"

#include <stdbool.h>
#include <stdint.h>

/* Length of the initial part of s whose bytes are all in the set, or all outside it. */
static size_t string_search_span(const char *s, const char *set, bool inside)
{
    uint32_t members[256 / 32] = {0};
    size_t length = 0;

    for (; *set != '\0'; set++)
        members[(uint8_t)*set / 32] |= 1u << (uint8_t)*set % 32;
    while (s[length] != '\0' &&
           (members[(uint8_t)s[length] / 32] >> (uint8_t)s[length] % 32 & 1) == inside)
        length++;
    return length;
}

size_t strspn(const char *s, const char *set)
{
    return string_search_span(s, set, true);
}

size_t strcspn(const char *s, const char *set)
{
    return string_search_span(s, set, false);
}

char *strpbrk(const char *s, const char *set)
{
    s += strcspn(s, set);
    return *s != '\0' ? (char *)(uintptr_t)s : NULL;
}

char *strstr(const char *s, const char *wanted)
{
    size_t length = strlen(wanted);

    if (length == 0)
        return (char *)(uintptr_t)s;
    for (; (s = strchr(s, *wanted)) != NULL; s++)
        if (strncmp(s, wanted, length) == 0)
            return (char *)(uintptr_t)s;
    return NULL;
}
