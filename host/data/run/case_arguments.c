/*
 * SPDX-License-Identifier: MIT
 * Arguments of cases are separated by colons; names and values are separated by equals signs.
 */
#include "host/data/run/case_arguments.h"

#include <stdio.h>
#include <string.h>

#include "host/data/run/sweep_size.h"

bool case_argument_same_bench(const char *a, const char *b)
{
    size_t length = strcspn(a, ":");
    return length == strcspn(b, ":") && !strncmp(a, b, length);
}

bool case_argument_at(const char *bench, unsigned place, char name[ARGUMENT_BYTES],
                      char value[ARGUMENT_BYTES])
{
    const char *at = strchr(bench, ':');
    for (; at && place; place--)
        at = strchr(at + 1, ':');
    if (!at)
        return false;
    size_t length = strcspn(at + 1, "=:");
    const char *equals = at + 1 + length;
    snprintf(name, ARGUMENT_BYTES, "%.*s", (int)length, at + 1);
    snprintf(value, ARGUMENT_BYTES, "%.*s", *equals == '=' ? (int)strcspn(equals + 1, ":") : 0,
             equals + 1 - (*equals != '='));
    return true;
}

bool case_argument_value(const char *bench, const char *name, char value[ARGUMENT_BYTES])
{
    char found[ARGUMENT_BYTES];
    for (unsigned place = 0; case_argument_at(bench, place, found, value); place++)
        if (!strcmp(found, name))
            return true;
    return false;
}

double case_argument_number(const char *value)
{
    char rest[ARGUMENT_BYTES] = "";
    double number = sweep_size(value, rest, sizeof rest);
    return *rest ? 0 : number;
}

void case_argument_without(const char *bench, const char *name, char *rest, size_t size)
{
    char found[ARGUMENT_BYTES], value[ARGUMENT_BYTES];
    int length = snprintf(rest, size, "%.*s", (int)strcspn(bench, ":"), bench);
    for (unsigned place = 0; case_argument_at(bench, place, found, value); place++)
        if (strcmp(found, name) && length >= 0 && (size_t)length < size)
            length += snprintf(rest + length, size - (size_t)length, " %s=%s", found, value);
}
