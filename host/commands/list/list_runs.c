/*
 * SPDX-License-Identifier: MIT
 * Lists the runs of the store, the latest at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/commands/list/list_subjects.h"
#include "host/base/number_text.h"
#include "host/data/run/run_request_text.h"
#include "host/base/message.h"
#include "host/data/store/store.h"
#include "host/base/text_table.h"

enum { NUMBER, LABEL, TIME, PLATFORM, PROCESSOR, BUILD, RESULTS, STATE, SETTINGS, SOURCE, COLUMNS };

static void list_runs_add_row(struct text_table *table, const struct store_entry *entry,
                              bool verbose)
{
    char when[32];
    text_table_add_row(table);
    text_table_cell(table, NUMBER, "%lld", (long long)entry->id);
    text_table_cell(table, LABEL, "%s", entry->label);
    text_table_cell(table, TIME, "%s", number_text_time(entry->when, when, sizeof when));
    text_table_cell(table, PLATFORM, "%s", platform_name(entry->platform));
    text_table_cell(table, PROCESSOR, "%s", entry->processor);
    text_table_cell(table, BUILD, "%s", entry->build);
    if (entry->results || !entry->samples)
        text_table_cell(table, RESULTS, "%u", entry->results);
    else
        text_table_cell(table, RESULTS, "%s samples", number_text(entry->samples, 0));
    if (entry->lost)
        text_table_cell(table, STATE, "%u lost", entry->lost);
    else
        text_table_cell(table, STATE, "%s",
                        !entry->done ? "incomplete"
                        : entry->ok  ? "ok"
                                     : "failed");
    char *text = run_request_text(entry->suite, entry->simulator, entry->arguments);
    text_table_cell(table, SETTINGS, "%s", text);
    free(text);
    if (verbose)
        text_table_cell(table, SOURCE, "%s", entry->source);
}

static int list_runs_print_entries(const struct store_list *list, const struct listing *listing)
{
    static const char *const headers[] = {"run",   "label",   "time",  "platform", "processor",
                                          "build", "results", "state", "settings", "log"};
    const unsigned n_columns = listing->verbose ? COLUMNS : SOURCE;
    struct text_table *table = text_table_new(n_columns);
    for (unsigned i = 0; i < n_columns; i++)
        text_table_set_column(table, i, headers[i],
                              i == NUMBER || i == RESULTS ? TABLE_RIGHT : TABLE_LEFT);
    text_table_optional(table, LABEL);
    if (!listing->verbose)
        text_table_narrow(table, SETTINGS, 60);
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
        if ((entry->deleted > 0) != listing->deleted || !listing_matches(listing, texts))
            continue;
        list_runs_add_row(table, entry, listing->verbose);
        n++;
    }
    if (n)
        text_table_print(table, stdout, colour_on(STDOUT_FILENO));
    text_table_free(table);
    return n;
}

int list_runs(const struct listing *listing)
{
    struct store_list list;
    struct store *store = store_open(listing->store, STORE_READ);
    if (!store)
        return -1;
    int n = store_entries(store, &list) ? -1 : list_runs_print_entries(&list, listing);
    if (n == 0 && !listing->pattern)
        message_print("the store %s has no %sruns", store_name(store),
                      listing->deleted ? "deleted " : "");
    store_list_free(&list);
    store_close(store);
    return n;
}
