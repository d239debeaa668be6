/*
 * SPDX-License-Identifier: MIT
 * Lists, deletes and restores runs. A deleted run is only marked.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/store/store_database.h"
#include "host/data/store/store_schema.h"

#define LISTING "list its runs"

static const char *store_entry_text(struct string_set *strings, sqlite3_stmt *statement, int at)
{
    const char *text = (const char *)sqlite3_column_text(statement, at);
    return text ? string_set_add(strings, text, strlen(text)) : string_set_add(strings, "", 0);
}

static void store_entry_read(struct store_list *list, sqlite3_stmt *statement)
{
    struct store_entry *entry = allocate_element(&list->entries, &list->n, sizeof *entry);
    *entry = (struct store_entry){
        .id = sqlite3_column_int64(statement, 0),
        .when = sqlite3_column_double(statement, 1),
        .deleted = sqlite3_column_double(statement, 2),
        .build = store_entry_text(&list->strings, statement, 3),
        .processor = store_entry_text(&list->strings, statement, 4),
        .arguments = store_entry_text(&list->strings, statement, 5),
        .source = store_entry_text(&list->strings, statement, 6),
        .platform = platform_named(store_entry_text(&list->strings, statement, 7)),
        .results = (unsigned)sqlite3_column_int64(statement, 8),
        .lost = (unsigned)sqlite3_column_int64(statement, 9),
        .done = sqlite3_column_int(statement, 10) != 0,
        .ok = sqlite3_column_int(statement, 11) != 0,
        .label = store_entry_text(&list->strings, statement, 12),
        .suite = store_entry_text(&list->strings, statement, 13),
        .simulator = store_entry_text(&list->strings, statement, 14),
        .samples = sqlite3_column_double(statement, 15),
    };
}

int store_entries(struct store *store, struct store_list *list)
{
    *list = (struct store_list){0};
    sqlite3_stmt *statement = store_database_prepare(
        store, LISTING,
        "SELECT id, time, deleted, build, processor, arguments, source, platform, "
        "(SELECT count(*) FROM results WHERE run = runs.id AND status = 'ok'), "
        "(SELECT ifnull(sum(CASE kind WHEN 'late' THEN -count ELSE count END), 0) FROM losses "
        " WHERE run = runs.id AND kind IN ('lost', 'late', 'rejected')), "
        "done, ok, %s, %s, %s FROM runs ORDER BY turn",
        schema_has(store, "runs", "label") ? "label, suite" : "'', ''",
        schema_has(store, "runs", "simulator") ? "simulator" : "''",
        schema_has(store, "samplings", "samples")
            ? "(SELECT ifnull(sum(samples), 0) FROM samplings WHERE run = runs.id)"
            : "0");
    int got = statement ? 1 : -1;
    while (got > 0 && (got = store_database_step(store, statement, LISTING)) > 0)
        store_entry_read(list, statement);
    sqlite3_finalize(statement);
    return got;
}

void store_list_free(struct store_list *list)
{
    free(list->entries);
    string_set_free(&list->strings);
    *list = (struct store_list){0};
}

/* Reports the number of runs after a run was not found. Returns -1. */
static int store_entry_report_missing(struct store *store, const char *wanted)
{
    int64_t n = 0;
    if (store_database_query(store, LISTING, &n, "SELECT count(*) FROM runs WHERE deleted = 0") ==
        0)
        message_print("the store %s has %lld run%s, but not run %s; see 'bareprobe list runs'",
                      store->name, (long long)n, n == 1 ? "" : "s", wanted);
    return -1;
}

int store_entry_last(struct store *store, const char *name, int64_t back, int64_t *id)
{
    *id = 0;
    if (store_database_query(
            store, LISTING, id,
            "SELECT id FROM runs WHERE deleted = 0 ORDER BY turn DESC LIMIT 1 OFFSET %lld",
            (long long)back))
        return -1;
    return *id ? 0 : store_entry_report_missing(store, name);
}

int store_entry_check(struct store *store, int64_t id, bool deleted)
{
    int64_t state = -1;
    if (store_database_query(store, LISTING, &state, "SELECT deleted > 0 FROM runs WHERE id = %lld",
                             (long long)id))
        return -1;
    if (state < 0) {
        char wanted[32];
        sqlite3_snprintf(sizeof wanted, wanted, "%lld", (long long)id);
        return store_entry_report_missing(store, wanted);
    }
    if (state && !deleted)
        message_print("run %lld of %s is deleted; 'bareprobe delete --undo %lld' restores it",
                      (long long)id, store->name, (long long)id);
    else if (!state && deleted)
        message_print("run %lld of %s is not deleted; 'bareprobe delete %lld' deletes it",
                      (long long)id, store->name, (long long)id);
    return state == deleted ? 0 : -1;
}

static int store_entry_remove(struct store *store, int64_t id)
{
    static const char doing[] = "remove a run";
    if (store_database_execute(store, doing, "DELETE FROM samples WHERE run = %lld", (long long)id))
        return -1;
    for (unsigned i = 0; i < STORE_PARTS; i++)
        if (store_database_execute(store, doing, "DELETE FROM \"%w\" WHERE run = %lld",
                                   store_parts[i].table, (long long)id))
            return -1;
    return store_database_execute(store, doing, "DELETE FROM runs WHERE id = %lld", (long long)id);
}

static int store_entry_mark(struct store *store, int64_t id, double deleted)
{
    return store_database_execute(store, "change a run",
                                  "UPDATE runs SET deleted = %.17g WHERE id = %lld", deleted,
                                  (long long)id);
}

int store_entry_delete(struct store *store, const int64_t *ids, unsigned n)
{
    int failed = store_transaction_begin(store, "delete runs");
    if (failed)
        return -1;
    for (unsigned i = 0; i < n && !failed; i++)
        failed = store_entry_check(store, ids[i], false) ||
                 store_entry_mark(store, ids[i], (double)time(NULL));
    return store_transaction_end(store, "delete runs", failed);
}

int store_entry_restore(struct store *store, const int64_t *ids, unsigned n)
{
    int failed = store_transaction_begin(store, "restore runs");
    if (failed)
        return -1;
    for (unsigned i = 0; i < n && !failed; i++)
        failed = store_entry_check(store, ids[i], true) || store_entry_mark(store, ids[i], 0);
    return store_transaction_end(store, "restore runs", failed);
}

int store_entry_purge(struct store *store, const int64_t *ids, unsigned n)
{
    int failed = store_transaction_begin(store, "remove runs");
    if (failed)
        return -1;
    for (unsigned i = 0; i < n && !failed; i++)
        failed = store_entry_check(store, ids[i], true) || store_entry_remove(store, ids[i]);
    return store_transaction_end(store, "remove runs", failed);
}
