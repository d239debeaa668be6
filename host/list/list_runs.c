/*
 * SPDX-License-Identifier: MIT
 * Lists the runs of the store, the latest at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/list/list.h"
#include "host/run/run_asked.h"
#include "host/base/message.h"
#include "host/store/store.h"
#include "host/base/text_table.h"

enum { NUMBER, LABEL, TIME, PLATFORM, PROCESSOR, BUILD, RESULTS, STATE, ASKED, SOURCE, COLUMNS };

static void add_row(struct table *table, const struct store_entry *entry, bool verbose)
{
    char when[32];
    table_row(table);
    table_cell(table, NUMBER, "%lld", (long long)entry->id);
    table_cell(table, LABEL, "%s", entry->label);
    table_cell(table, TIME, "%s", time_text(entry->when, when, sizeof when));
    table_cell(table, PLATFORM, "%s", platform_name(entry->platform));
    table_cell(table, PROCESSOR, "%s", entry->processor);
    table_cell(table, BUILD, "%s", entry->build);
    if (entry->results || !entry->samples)
        table_cell(table, RESULTS, "%u", entry->results);
    else
        table_cell(table, RESULTS, "%s samples", number_text(entry->samples, 0));
    if (entry->lost)
        table_cell(table, STATE, "%u lost", entry->lost);
    else
        table_cell(table, STATE, "%s", !entry->done ? "incomplete" : entry->ok ? "ok" : "failed");
    char *text = run_asked(entry->suite, entry->simulator, entry->arguments);
    table_cell(table, ASKED, "%s", text);
    free(text);
    if (verbose)
        table_cell(table, SOURCE, "%s", entry->source);
}

static int print_entries(const struct store_list *list, const struct listing *listing)
{
    static const char *const headers[] = {"run",   "label",   "time",  "platform", "processor",
                                          "build", "results", "state", "settings", "log"};
    const unsigned n_columns = listing->verbose ? COLUMNS : SOURCE;
    struct table *table = table_new(n_columns);
    for (unsigned i = 0; i < n_columns; i++)
        table_column(table, i, headers[i], i == NUMBER || i == RESULTS ? TABLE_RIGHT : TABLE_LEFT);
    table_optional(table, LABEL);
    if (!listing->verbose)
        table_narrow(table, ASKED, 60);
    int n = 0;
    for (unsigned i = 0; i < list->n; i++) {
        const struct store_entry *entry = &list->entries[i];
        const char *const texts[] = {platform_name(entry->platform),
                                     entry->processor,
                                     entry->build,
                                     entry->arguments,
                                     entry->source,
                                     entry->label,
                                     entry->suite,
                                     NULL};
        if ((entry->deleted > 0) != listing->deleted || !list_matches(listing, texts))
            continue;
        add_row(table, entry, listing->verbose);
        n++;
    }
    if (n)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    return n;
}

int list_runs(const struct listing *listing)
{
    struct store_list list;
    struct store *store = store_open(listing->store, STORE_READ);
    if (!store)
        return -1;
    int n = store_entries(store, &list) ? -1 : print_entries(&list, listing);
    if (n == 0 && !listing->pattern)
        say("the store %s has no %sruns", store_name(store), listing->deleted ? "deleted " : "");
    store_list_free(&list);
    store_close(store);
    return n;
}
