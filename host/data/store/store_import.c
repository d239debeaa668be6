/*
 * SPDX-License-Identifier: MIT
 * Writes a run into its tables. The digest of its records finds an earlier import of the same run.
 */
#include <math.h>
#include <string.h>
#include <time.h>

#include "host/data/store/store_database.h"

#define DOING "import a run"

static void store_import_bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, at);
}

/* Binds a field; `at` counts from 1. */
static void store_import_bind(sqlite3_stmt *statement, int at, const struct store_column *column,
                              const void *element)
{
    const char *field = (const char *)element + column->offset;
    switch (column->kind) {
    case COLUMN_TEXT:
    case COLUMN_OPTIONAL:
        store_import_bind_text(statement, at, *(const char *const *)field);
        break;
    case COLUMN_UNSIGNED:
        sqlite3_bind_int64(statement, at, *(const unsigned *)field);
        break;
    case COLUMN_LONG:
        sqlite3_bind_int64(statement, at, (sqlite3_int64) * (const unsigned long *)field);
        break;
    case COLUMN_HASH:
        sqlite3_bind_int64(statement, at, (sqlite3_int64) * (const uint64_t *)field);
        break;
    case COLUMN_REAL:
        sqlite3_bind_double(statement, at, *(const double *)field);
        break;
    case COLUMN_BOOL:
        sqlite3_bind_int(statement, at, *(const bool *)field);
        break;
    case COLUMN_PLATFORM:
        store_import_bind_text(statement, at, platform_name(*(const enum platform *)field));
        break;
    }
}

/* Prepares an INSERT of `keys` and a part's columns; the keys are parameters 1 to n_keys. */
static sqlite3_stmt *store_import_prepare(struct store *store, const struct store_part *part,
                                          const char *keys, unsigned n_keys)
{
    sqlite3_str *sql = sqlite3_str_new(store->db);
    sqlite3_str_appendf(sql, "INSERT INTO \"%w\" (%s", part->table, keys);
    for (unsigned i = 0; i < part->n_columns; i++)
        sqlite3_str_appendf(sql, ", \"%w\"", part->columns[i].name);
    sqlite3_str_appendf(sql, ") VALUES (?");
    for (unsigned i = 1; i < n_keys + part->n_columns; i++)
        sqlite3_str_appendf(sql, ", ?");
    sqlite3_str_appendf(sql, ")");
    char *text = sqlite3_str_finish(sql);
    sqlite3_stmt *statement = store_database_prepare(store, DOING, "%s", text);
    sqlite3_free(text);
    return statement;
}

static int store_import_insert(struct store *store, sqlite3_stmt *statement,
                               const struct store_part *part, unsigned n_keys, const void *element)
{
    for (unsigned i = 0; i < part->n_columns; i++)
        store_import_bind(statement, (int)(n_keys + i + 1), &part->columns[i], element);
    int failed = store_database_step(store, statement, DOING);
    sqlite3_reset(statement);
    return failed;
}

static int store_import_part(struct store *store, const struct store_part *part,
                             const struct run *run)
{
    unsigned n;
    const char *elements = store_part_elements(part, run, &n);
    sqlite3_stmt *statement = store_import_prepare(store, part, "run, number", 2);
    int failed = statement ? 0 : -1;
    for (unsigned i = 0; i < n && !failed; i++) {
        sqlite3_bind_int64(statement, 1, run->id);
        sqlite3_bind_int64(statement, 2, i);
        failed = store_import_insert(store, statement, part, 2, elements + i * part->element);
    }
    sqlite3_finalize(statement);
    return failed;
}

static int store_import_samples(struct store *store, const struct run *run)
{
    sqlite3_stmt *statement = store_database_prepare(
        store, DOING, "INSERT INTO samples VALUES (%lld, ?, ?, ?)", (long long)run->id);
    int failed = statement ? 0 : -1;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        for (unsigned s = 0; s < result->n_samples && !failed; s++) {
            sqlite3_bind_int64(statement, 1, i);
            sqlite3_bind_int64(statement, 2, s);
            sqlite3_bind_double(statement, 3, result->samples[s]);
            failed = store_database_step(store, statement, DOING);
            sqlite3_reset(statement);
        }
    }
    sqlite3_finalize(statement);
    return failed;
}

static int store_import_run(struct store *store, struct run *run)
{
    int64_t turn = 1;
    if (store_database_query(store, DOING, &turn, "SELECT ifnull(max(turn), 0) + 1 FROM runs"))
        return -1;
    sqlite3_stmt *statement = store_import_prepare(store, &store_run, "turn", 1);
    if (!statement)
        return -1;
    sqlite3_bind_int64(statement, 1, turn);
    int failed = store_import_insert(store, statement, &store_run, 1, run);
    sqlite3_finalize(statement);
    run->id = sqlite3_last_insert_rowid(store->db);
    for (unsigned i = 0; i < STORE_PARTS && !failed; i++)
        failed = store_import_part(store, &store_parts[i], run);
    return failed ? -1 : store_import_samples(store, run);
}

/* Finds a run with the same records, preferably from the same log; *id is 0 if there is no such
 * run. `simulator`, unless NULL, must match the run's options of the virtual Pentium. */
static int store_import_find_like(struct store *store, const struct run *run, const char *simulator,
                                  int64_t *id, int64_t *deleted)
{
    *id = *deleted = 0;
    if (!run->digest)
        return 0;
    char *like = sqlite3_mprintf(
        "FROM runs WHERE digest = %lld "
        "AND coalesce(simulator, '') = coalesce(%Q, simulator, '') "
        "ORDER BY deleted > 0, source <> %Q, turn DESC LIMIT 1",
        (long long)run->digest, simulator, run->source);
    int failed = store_database_query(store, DOING, id, "SELECT id %s", like) ||
                 store_database_query(store, DOING, deleted, "SELECT deleted > 0 %s", like);
    sqlite3_free(like);
    return failed ? -1 : 0;
}

/* Records that older programs did not know, and their tables; NULL after the last one. */
#define MOST_TABLES 9
static const char *const store_import_later[][MOST_TABLES] = {
    {"samplings", "hits", "series", "multiplexes", "channels", "stamps", "register_samples",
     "region_counts"},
    {"score_lines", "scores"},
};

/* Adds the run's elements to the tables of a group, if its first table has none of them. */
static int store_import_fill(struct store *store, const struct run *run, const char *const *tables)
{
    int64_t there = 0;
    int failed =
        store_database_query(store, DOING, &there, "SELECT count(*) FROM \"%w\" WHERE run = %lld",
                             tables[0], (long long)run->id);
    for (unsigned i = 0; i < STORE_PARTS && !failed && !there; i++)
        for (unsigned k = 0; tables[k] && !failed; k++)
            if (!strcmp(store_parts[i].table, tables[k]))
                failed = store_import_part(store, &store_parts[i], run);
    return failed;
}

/* Adds data that was missing if the run was imported by an older program. */
static int store_import_fill_all(struct store *store, const struct run *run)
{
    int failed = run->n_samplings ? store_import_fill(store, run, store_import_later[0]) : 0;
    if (!failed && run->n_score_lines)
        failed = store_import_fill(store, run, store_import_later[1]);
    return failed;
}

/* A description replaces that of an existing run. */
static int store_import_describe(struct store *store, const struct run *run)
{
    const char *const columns[][2] = {{"label", run->label},
                                      {"machine", run->machine},
                                      {"board", run->board},
                                      {"chip_set", run->chip_set},
                                      {"bios", run->bios}};
    int failed = 0;
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0] && !failed; i++)
        if (*columns[i][1])
            failed =
                store_database_execute(store, DOING, "UPDATE runs SET \"%w\" = %Q WHERE id = %lld",
                                       columns[i][0], columns[i][1], (long long)run->id);
    return failed;
}

/* Makes an existing run with the same records the latest again. */
static int store_import_find_known(struct store *store, struct run *run,
                                   enum store_outcome *outcome)
{
    int64_t id, deleted;
    int failed =
        store_import_find_like(store, run, *run->simulator ? run->simulator : NULL, &id, &deleted);
    run->id = id;
    *outcome = !id ? STORE_NEW : deleted ? STORE_RESTORED : STORE_KNOWN;
    if (failed || !id)
        return failed;
    if (store_import_fill_all(store, run) || store_import_describe(store, run))
        return -1;
    return store_database_execute(
        store, DOING,
        "UPDATE runs SET deleted = 0, turn = (SELECT max(turn) + 1 FROM runs) WHERE id = %lld",
        (long long)id);
}

int store_import(struct store *store, struct run *const *runs, unsigned n,
                 enum store_outcome *outcomes)
{
    for (unsigned i = 0; i < n; i++)
        if (run_check_label(runs[i], runs[i]->label))
            return -1;
    if (store_transaction_begin(store, DOING))
        return -1;
    int failed = 0;
    for (unsigned i = 0; i < n && !failed; i++) {
        outcomes[i] = STORE_NEW;
        if (runs[i]->when == 0)
            runs[i]->when = (double)time(NULL);
        failed = store_import_find_known(store, runs[i], &outcomes[i]);
        if (!failed && outcomes[i] == STORE_NEW)
            failed = store_import_run(store, runs[i]);
    }
    failed = store_transaction_end(store, DOING, failed);
    for (unsigned i = 0; i < n && failed; i++)
        runs[i]->id = 0;
    return failed;
}

static int store_import_insert_measured(struct store *store, struct run *run, int64_t *like)
{
    int64_t deleted;
    if (store_transaction_begin(store, DOING))
        return -1;
    int failed =
        store_import_find_like(store, run, NULL, like, &deleted) || store_import_run(store, run);
    *like = deleted ? 0 : *like;
    failed = store_transaction_end(store, DOING, failed);
    if (failed)
        run->id = 0;
    return failed;
}

int store_import_measured(const char *path, struct run *run, int64_t *like)
{
    int64_t of_run;
    struct store *store = store_open(path, STORE_WRITE);
    if (run->when == 0)
        run->when = (double)time(NULL);
    int failed = store ? store_import_insert_measured(store, run, like ? like : &of_run) : -1;
    store_close(store);
    return failed;
}
