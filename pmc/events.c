/*
 * SPDX-License-Identifier: MIT
 * Looking up events by their names.
 */
#include "pmc/pmc.h"

#include <stdbool.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_name(const char *a, const char *b, size_t length)
{
    size_t i = 0;
    while (i < length && a[i] && lower(a[i]) == lower(b[i]))
        i++;
    return i == length && !a[i];
}

const struct event *pmc_find_event(const struct pmc *pmc, const char *name, size_t length)
{
    for (unsigned i = 0; i < pmc->n_events; i++) {
        const struct event *event = &pmc->events[i];
        if (same_name(event->name, name, length) || same_name(event->mnemonic, name, length))
            return event;
    }
    return NULL;
}
