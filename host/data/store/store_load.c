/*
 * SPDX-License-Identifier: MIT
 * Loads a run from its tables.
 */
#include <math.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/store/store_database.h"
#include "host/data/store/store_schema.h"

#define DOING "read a run"

static const char *store_load_text(struct run *run, sqlite3_stmt *statement, int at)
{
    const char *text = (const char *)sqlite3_column_text(statement, at);
    return text ? string_set_add(&run->strings, text, strlen(text)) : NULL;
}

static const char *store_load_text_or_empty(struct run *run, const char *text)
{
    return text ? text : string_set_add(&run->strings, "", 0);
}

static void store_load_column(struct run *run, sqlite3_stmt *statement, int at,
                              const struct store_column *column, void *element)
{
    char *field = (char *)element + column->offset;
    sqlite3_int64 number = 0;
    if (column->kind == COLUMN_UNSIGNED || column->kind == COLUMN_LONG ||
        column->kind == COLUMN_HASH || column->kind == COLUMN_BOOL)
        number = sqlite3_column_int64(statement, at);
    switch (column->kind) {
    case COLUMN_TEXT:
        *(const char **)field = store_load_text_or_empty(run, store_load_text(run, statement, at));
        break;
    case COLUMN_OPTIONAL:
        *(const char **)field = store_load_text(run, statement, at);
        break;
    case COLUMN_UNSIGNED:
        *(unsigned *)field = (unsigned)number;
        break;
    case COLUMN_LONG:
        *(unsigned long *)field = (unsigned long)number;
        break;
    case COLUMN_HASH:
        *(uint64_t *)field = (uint64_t)number;
        break;
    case COLUMN_REAL:
        *(double *)field = sqlite3_column_type(statement, at) == SQLITE_NULL
                               ? NAN
                               : sqlite3_column_double(statement, at);
        break;
    case COLUMN_BOOL:
        *(bool *)field = number != 0;
        break;
    case COLUMN_PLATFORM:
        *(enum platform *)field =
            platform_named(store_load_text_or_empty(run, store_load_text(run, statement, at)));
        break;
    }
}

static void store_load_columns(struct run *run, sqlite3_stmt *statement,
                               const struct store_part *part, void *element)
{
    for (unsigned i = 0; i < part->n_columns; i++)
        store_load_column(run, statement, (int)i, &part->columns[i], element);
}

static int store_load_part(struct store *store, const struct store_part *part, struct run *run)
{
    if (store->older && !schema_has(store, part->table, NULL))
        return 0;
    char *columns = schema_columns(store, part);
    sqlite3_stmt *statement = store_database_prepare(
        store, DOING, "SELECT %s FROM \"%w\" WHERE run = %lld ORDER BY number", columns,
        part->table, (long long)run->id);
    sqlite3_free(columns);
    int got = statement ? 1 : -1;
    while (got > 0 && (got = store_database_step(store, statement, DOING)) > 0)
        store_load_columns(run, statement, part, store_part_add(part, run));
    sqlite3_finalize(statement);
    return got;
}

static int store_load_samples(struct store *store, struct run *run)
{
    sqlite3_stmt *statement = store_database_prepare(
        store, DOING, "SELECT result, value FROM samples WHERE run = %lld ORDER BY 1, repetition",
        (long long)run->id);
    int got = statement ? 1 : -1;
    while (got > 0 && (got = store_database_step(store, statement, DOING)) > 0) {
        sqlite3_int64 at = sqlite3_column_int64(statement, 0);
        if (at < 0 || at >= run->n_results) {
            message_print("%s: run %lld has a sample of result %lld, which does not exist",
                          store->name, (long long)run->id, (long long)at);
            got = -1;
            break;
        }
        struct result *result = &run->results[at];
        double *sample = allocate_element(&result->samples, &result->n_samples, sizeof *sample);
        *sample = sqlite3_column_type(statement, 1) == SQLITE_NULL
                      ? NAN
                      : sqlite3_column_double(statement, 1);
    }
    sqlite3_finalize(statement);
    return got;
}

/* Returns 1 if the run exists, 0 if it does not. */
static int store_load_run(struct store *store, struct run *run)
{
    char *columns = schema_columns(store, &store_run);
    sqlite3_stmt *statement = store_database_prepare(
        store, DOING, "SELECT %s FROM runs WHERE id = %lld", columns, (long long)run->id);
    sqlite3_free(columns);
    int got = statement ? store_database_step(store, statement, DOING) : -1;
    if (got > 0)
        store_load_columns(run, statement, &store_run, run);
    sqlite3_finalize(statement);
    return got;
}

static int store_load_all(struct store *store, struct run *run)
{
    int got = store_load_run(store, run);
    if (got == 0)
        message_print("%s: the store has no run %lld", store->name, (long long)run->id);
    if (got <= 0)
        return -1;
    for (unsigned i = 0; i < STORE_PARTS; i++)
        if (store_load_part(store, &store_parts[i], run))
            return -1;
    return store_load_samples(store, run);
}

struct run *store_load(struct store *store, int64_t id)
{
    struct run *run = run_new();
    run->id = id;
    /* One transaction, so that no import changes the tables in between. */
    int failed = store_database_execute(store, DOING, "BEGIN") || store_load_all(store, run);
    sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
    if (failed) {
        run_free(run);
        return NULL;
    }
    run->source = string_set_print(&run->strings, "run %lld of %s", (long long)id, store->name);
    return run;
}
