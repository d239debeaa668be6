/*
 * SPDX-License-Identifier: MIT
 * setlocale() and localeconv() for the "C" locale.
 */
#include "kernel/lib/locale.h"

#include "kernel/lib/limits.h"
#include "kernel/lib/string.h"

char *setlocale(int category, const char *locale)
{
    static char name[] = "C";

    if (category < LC_CTYPE || category > LC_ALL)
        return NULL;
    if (locale != NULL && *locale != '\0' && strcmp(locale, name) != 0 &&
        strcmp(locale, "POSIX") != 0)
        return NULL;
    return name;
}

struct lconv *localeconv(void)
{
    static char point[] = ".", none[] = "";
    static struct lconv c = {point,    none,     none,     none,     none,     none,
                             none,     none,     none,     none,     CHAR_MAX, CHAR_MAX,
                             CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
                             CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX};

    return &c;
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strlen(from);

    if (n > 0) {
        strncpy(to, from, n - 1);
        to[n - 1] = '\0';
    }
    return length;
}
