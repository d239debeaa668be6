/*
 * SPDX-License-Identifier: MIT
 * Parses sizes in names.
 */
#include "host/data/run/sweep_size.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Parses the unit at *at and advances it; returns 0 if the word is no unit. */
static double sweep_size_unit(const char **at)
{
    static const struct {
        const char *text;
        double bytes;
    } units[] = {
        {"KiB", 1024},    {"KB", 1024},    {"K", 1024},    {"kB", 1024}, {"k", 1024},
        {"MiB", 1 << 20}, {"MB", 1 << 20}, {"M", 1 << 20}, {"B", 1},
    };
    const char *word = *at + (**at == ' ');
    for (unsigned i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t length = strlen(units[i].text);
        if (!strncmp(word, units[i].text, length) && !in_word(word[length])) {
            *at = word + length;
            return units[i].bytes;
        }
    }
    return in_word(**at) ? 0 : 1;
}

static void sweep_size_rest(const char *name, const char *from, const char *to, char *rest,
                            size_t size)
{
    size_t before = (size_t)(from - name);
    while (before && strchr(" =/:,", name[before - 1]))
        before--;
    while (*to && strchr(" =/:,", *to))
        to++;
    snprintf(rest, size, "%.*s%s%s", (int)before, name, before && *to ? " " : "", to);
}

double sweep_size(const char *name, char *rest, size_t size)
{
    double found = 0;
    for (const char *c = name; *c; c++) {
        if (!isdigit((unsigned char)*c) || (c > name && in_word(c[-1])))
            continue;
        const char *from = c;
        char *end;
        double number = strtod(from, &end); /* "0x10" and "1e5" are not sizes: see in_word() */
        const char *to = from + strspn(from, "0123456789");
        if (end != to)
            continue;
        double unit = sweep_size_unit(&to);
        if (unit == 0 || number == 0)
            continue;
        found = number * unit;
        sweep_size_rest(name, from, to, rest, size);
        c = to - 1;
    }
    return found;
}
