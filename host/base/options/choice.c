/*
 * SPDX-License-Identifier: MIT
 * Compares a value with the names of a table.
 */
#include "host/base/options/choice.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "kernel/settings/suggestions.h"

static const char *choice_name(const void *rows, size_t size, size_t i)
{
    const char *name;
    memcpy(&name, (const char *)rows + i * size, sizeof name);
    return name;
}

int choice_find(const char *option, const char *kind, const char *name, const void *rows, size_t n,
                size_t size)
{
    struct suggestion suggestion = {0};
    char *all = NULL;
    for (size_t i = 0; i < n; i++) {
        const char *candidate = choice_name(rows, size, i);
        if (!strcmp(name, candidate)) {
            free(all);
            return (int)i;
        }
        suggestions_offer(&suggestion, name, strlen(name), candidate);
        allocate_appended(&all, ", ", candidate);
    }
    if (suggestion.best)
        message_print("%s: '%s' is not a %s; did you mean %s?", option, name, kind,
                      suggestion.best);
    else
        message_print("%s: '%s' is not a %s; allowed: %s", option, name, kind, all ? all : "none");
    free(all);
    return -1;
}
