/*
 * SPDX-License-Identifier: MIT
 * Creates the schema from host/data/store/store_layout.c. Tables of parts have the key run and
 * place.
 */
#include "host/data/store/store_schema.h"

#define DOING "create its tables"

/* Returns a column's declaration. Its default applies to rows from an older store without the
 * column. */
static const char *schema_declaration(enum column_kind kind)
{
    switch (kind) {
    case COLUMN_TEXT:
        return "TEXT NOT NULL DEFAULT ''";
    case COLUMN_PLATFORM:
        return "TEXT NOT NULL DEFAULT 'unknown'";
    case COLUMN_OPTIONAL:
        return "TEXT";
    case COLUMN_REAL:
        return "REAL DEFAULT 0"; /* NULL is NaN */
    default:
        return "INTEGER NOT NULL DEFAULT 0";
    }
}

bool schema_has(struct store *store, const char *table, const char *column)
{
    return sqlite3_table_column_metadata(store->db, NULL, table, column, NULL, NULL, NULL, NULL,
                                         NULL) == SQLITE_OK;
}

static int schema_add_columns(struct store *store, const struct store_part *part)
{
    for (unsigned i = 0; i < part->n_columns; i++) {
        const struct store_column *column = &part->columns[i];
        if (!schema_has(store, part->table, column->name) &&
            store_database_execute(store, DOING, "ALTER TABLE \"%w\" ADD COLUMN \"%w\" %s",
                                   part->table, column->name, schema_declaration(column->kind)))
            return -1;
    }
    return 0;
}

/* Creates a missing table with its keys and all columns; adds missing columns to an existing
 * one. */
static int schema_make_table(struct store *store, const struct store_part *part, const char *keys,
                             const char *options)
{
    if (schema_has(store, part->table, NULL))
        return schema_add_columns(store, part);
    sqlite3_str *list = sqlite3_str_new(store->db);
    for (unsigned i = 0; i < part->n_columns; i++)
        sqlite3_str_appendf(list, ",\n  \"%w\" %s", part->columns[i].name,
                            schema_declaration(part->columns[i].kind));
    char *columns = sqlite3_str_finish(list);
    int failed =
        store_database_execute(store, DOING, "CREATE TABLE %s (%s%s%s) %s", part->table, keys,
                               columns, *options ? ",\n  PRIMARY KEY (run, number)" : "", options);
    sqlite3_free(columns);
    return failed;
}

/* turn orders runs for `last`; deleted is the time, or 0. Numbers are never reused. */
static const char run_keys[] =
    "id INTEGER PRIMARY KEY AUTOINCREMENT, turn INTEGER NOT NULL UNIQUE, "
    "deleted REAL NOT NULL DEFAULT 0";
static const char part_keys[] = "run INTEGER NOT NULL REFERENCES runs, number INTEGER NOT NULL";

int schema_make(struct store *store)
{
    static const char *const others[] = {
        "CREATE TABLE IF NOT EXISTS samples (run INTEGER NOT NULL REFERENCES runs, "
        "result INTEGER NOT NULL, repetition INTEGER NOT NULL, value REAL, "
        "PRIMARY KEY (run, result, repetition)) WITHOUT ROWID",
        "CREATE INDEX IF NOT EXISTS digests ON runs (digest)",
        "CREATE INDEX IF NOT EXISTS places ON results (bench, event, region)",
    };
    if (schema_make_table(store, &store_run, run_keys, ""))
        return -1;
    for (unsigned i = 0; i < STORE_PARTS; i++)
        if (schema_make_table(store, &store_parts[i], part_keys, "WITHOUT ROWID"))
            return -1;
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        if (store_database_execute(store, DOING, "%s", others[i]))
            return -1;
    return 0;
}

static const char *schema_empty_value(enum column_kind kind)
{
    return kind == COLUMN_TEXT       ? "''"
           : kind == COLUMN_PLATFORM ? "'unknown'"
           : kind == COLUMN_OPTIONAL ? "NULL"
                                     : "0";
}

char *schema_columns(struct store *store, const struct store_part *part)
{
    sqlite3_str *list = sqlite3_str_new(store->db);
    for (unsigned i = 0; i < part->n_columns; i++) {
        const struct store_column *column = &part->columns[i];
        if (!store->older || schema_has(store, part->table, column->name))
            sqlite3_str_appendf(list, "%s\"%w\"", i ? ", " : "", column->name);
        else
            sqlite3_str_appendf(list, "%s%s", i ? ", " : "", schema_empty_value(column->kind));
    }
    return sqlite3_str_finish(list);
}
