/*
 * SPDX-License-Identifier: MIT
 * Lists regions by number and name, each once.
 */
#include "host/analysis/explain/region_names_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "kernel/settings/suggestions.h"

#define MOST_LISTED 20

/* Returns a region as it is listed: 0 (outer), of a benchmark apps/wc:0 (outer). */
static char *region_names_list_entry(struct bench_watch *watch, const struct account_region *region)
{
    const char *name = bench_watch_region(watch, region->bench, region->number);
    return allocate_text("%s%s%d%s%s%s", watch->program ? "" : region->bench,
                         watch->program ? "" : ":", region->number, name ? " (" : "",
                         name ? name : "", name ? ")" : "");
}

static bool region_names_list_has(char *const *entries, unsigned n, const char *entry)
{
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(entries[i], entry))
            return true;
    return false;
}

/* Returns ": it has none", or "; did you mean outer? Its regions: 0 (outer), 1 (inner)". */
static char *region_names_list_text(struct bench_watch *watch, char *const *entries, unsigned n,
                                    const char *closest)
{
    char *text =
        n ? allocate_text("%s%s%s: ", closest ? "; did you mean " : "", closest ? closest : "",
                          watch->program ? closest ? "? Its regions" : "; its regions"
                          : closest      ? "? Their regions"
                                         : "; their regions")
          : allocate_copy(watch->program ? ": it has none" : ": they have none");
    for (unsigned i = 0; i < n && i < MOST_LISTED; i++) {
        char *longer = allocate_text("%s%s%s", text, i ? ", " : "", entries[i]);
        free(text);
        text = longer;
    }
    if (n <= MOST_LISTED)
        return text;
    char *longer = allocate_text("%s and %u more", text, n - MOST_LISTED);
    free(text);
    return longer;
}

void region_names_list_missing(struct bench_watch *watch, const struct region_accounts *accounts,
                               const char *region)
{
    char **entries = NULL;
    unsigned n = 0;
    struct suggestion suggestion = {0};
    for (unsigned i = 0; i < accounts->n; i++) {
        const struct account_region *one = &accounts->all[i];
        if (one->number < 0)
            continue;
        const char *name = bench_watch_region(watch, one->bench, one->number);
        if (name)
            suggestions_offer(&suggestion, region, strlen(region), name);
        char *entry = region_names_list_entry(watch, one);
        if (region_names_list_has(entries, n, entry))
            free(entry);
        else
            *(char **)allocate_element(&entries, &n, sizeof *entries) = entry;
    }
    char *text = region_names_list_text(watch, entries, n, suggestion.best);
    message_print("%s '%s'%s",
                  watch->program ? "the program has no region"
                                 : "no selected benchmark has a region",
                  region, text);
    free(text);
    for (unsigned i = 0; i < n; i++)
        free(entries[i]);
    free(entries);
}
