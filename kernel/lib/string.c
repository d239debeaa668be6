/*
 * SPDX-License-Identifier: MIT
 * Memory and string functions. Copying and filling use string instructions instead of loops,
 * because GCC may turn such a loop into a call of the function that contains it.
 */
#include "kernel/lib/string.h"

#include <stdint.h>

/*
 * Is also correct for a destination below an overlapping source: no byte is read after it was
 * written.
 */
static void copy_upwards(void *to, const void *from, size_t n)
{
    size_t dwords = n / 4, bytes = n % 4;

    __asm__ volatile("rep movsl" : "+D"(to), "+S"(from), "+c"(dwords) : : "memory");
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    copy_upwards(to, from, n);
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    uint8_t *d = (uint8_t *)to + n;
    const uint8_t *s = (const uint8_t *)from + n;

    /* The destination does not start inside the source. */
    if ((uintptr_t)to - (uintptr_t)from >= n) {
        copy_upwards(to, from, n);
        return to;
    }
    while (n-- > 0)
        *--d = *--s;
    return to;
}

void *memset(void *to, int value, size_t n)
{
    void *d = to;
    uint32_t pattern = (uint8_t)value * UINT32_C(0x01010101);
    size_t dwords = n / 4, bytes = n % 4;

    __asm__ volatile("rep stosl" : "+D"(d), "+c"(dwords) : "a"(pattern) : "memory");
    __asm__ volatile("rep stosb" : "+D"(d), "+c"(bytes) : "a"(pattern) : "memory");
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const uint8_t *p = a, *q = b;

    for (; n > 0; n--, p++, q++)
        if (*p != *q)
            return *p - *q;
    return 0;
}

void *memchr(const void *s, int value, size_t n)
{
    const uint8_t *p = s;

    for (; n > 0; n--, p++)
        if (*p == (uint8_t)value)
            return (void *)(uintptr_t)p;
    return NULL;
}

size_t strlen(const char *s)
{
    const char *end = s;

    while (*end != '\0')
        end++;
    return (size_t)(end - s);
}

size_t strnlen(const char *s, size_t limit)
{
    size_t length = 0;

    while (length < limit && s[length] != '\0')
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (uint8_t)*a - (uint8_t)*b;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; n--, a++, b++)
        if (*a != *b || *a == '\0')
            return (uint8_t)*a - (uint8_t)*b;
    return 0;
}

char *strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return (char *)(uintptr_t)s;
        if (*s == '\0')
            return NULL;
    }
}

char *strrchr(const char *s, int c)
{
    const char *last = NULL;

    do {
        if (*s == (char)c)
            last = s;
    } while (*s++ != '\0');
    return (char *)(uintptr_t)last;
}
