/*
 * SPDX-License-Identifier: MIT
 * The functions of <stdlib.h> and <inttypes.h> that are trivial here: a character has one byte, and
 * no other process exists.
 */
#include "kernel/lib/inttypes.h"
#include "kernel/lib/program/reset.h"
#include "kernel/lib/stdlib.h"
#include "kernel/lib/string.h"

#define AT_QUICK_EXIT_MAX 32

static void (*at_exit[AT_QUICK_EXIT_MAX])(void);
static unsigned at_exit_count;

void quick_exit_reset(void)
{
    at_exit_count = 0;
}

int at_quick_exit(void (*function)(void))
{
    if (at_exit_count == AT_QUICK_EXIT_MAX)
        return -1;
    at_exit[at_exit_count++] = function;
    return 0;
}

void quick_exit(int status)
{
    while (at_exit_count > 0)
        at_exit[--at_exit_count]();
    _Exit(status);
}

int system(const char *command)
{
    return command ? -1 : 0;
}

int mblen(const char *s, size_t n)
{
    return mbtowc(NULL, s, n);
}

int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n)
{
    if (s == NULL)
        return 0;
    if (n == 0)
        return -1;
    if (to != NULL)
        *to = (unsigned char)*s;
    return *s != '\0';
}

int wctomb(char *s, wchar_t wide)
{
    if (s == NULL)
        return 0;
    if (wide < 0 || wide > 255)
        return -1;
    *s = (char)wide;
    return 1;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict s, size_t n)
{
    size_t length = strlen(s);

    for (size_t i = 0; to != NULL && i < n && i <= length; i++)
        to[i] = (unsigned char)s[i];
    return to != NULL && length > n ? n : length;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict s, size_t n)
{
    size_t length = 0;

    for (; s[length] != 0 && (to == NULL || length < n); length++) {
        if (s[length] < 0 || s[length] > 255)
            return (size_t)-1;
        if (to != NULL)
            to[length] = (char)s[length];
    }
    if (to != NULL && length < n)
        to[length] = '\0';
    return length;
}

intmax_t imaxabs(intmax_t value)
{
    return value < 0 ? -value : value;
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
    return (imaxdiv_t){a / b, a % b};
}

intmax_t strtoimax(const char *restrict text, char **restrict end, int base)
{
    return strtoll(text, end, base);
}

uintmax_t strtoumax(const char *restrict text, char **restrict end, int base)
{
    return strtoull(text, end, base);
}
