/*
 * SPDX-License-Identifier: MIT
 * Executes SQL statements and transactions, and reports SQLite's errors as sentences.
 */
#include "host/data/store/store_database.h"

#include <stdarg.h>
#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/message.h"

#define USUAL_NAME "bareprobe.db"

const char *store_path(const char *path)
{
    const char *of_environment = getenv("BAREPROBE_DB");
    if (path && *path)
        return path;
    return of_environment && *of_environment ? of_environment : USUAL_NAME;
}

const char *store_name(const struct store *store)
{
    return store->name;
}

int store_database_error(struct store *store, const char *doing)
{
    int error = sqlite3_errcode(store->db) & 0xFF;
    if (error == SQLITE_NOTADB)
        message_print("%s: not a store of runs: it is not an SQLite database", store->name);
    else if (error == SQLITE_BUSY)
        message_print("%s: cannot %s: another program has locked it for more than %d s",
                      store->name, doing, BUSY_MILLISECONDS / 1000);
    else
        message_print("%s: cannot %s: %s", store->name, doing, sqlite3_errmsg(store->db));
    return -1;
}

static sqlite3_stmt *store_database_compile(struct store *store, const char *doing,
                                            const char *format, va_list arguments)
{
    sqlite3_stmt *statement = NULL;
    char *sql = sqlite3_vmprintf(format, arguments);
    if (!sql)
        die(EXIT_TARGET, "out of memory");
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL))
        store_database_error(store, doing);
    sqlite3_free(sql);
    return statement;
}

sqlite3_stmt *store_database_prepare(struct store *store, const char *doing, const char *format,
                                     ...)
{
    va_list arguments;
    va_start(arguments, format);
    sqlite3_stmt *statement = store_database_compile(store, doing, format, arguments);
    va_end(arguments);
    return statement;
}

int store_database_step(struct store *store, sqlite3_stmt *statement, const char *doing)
{
    int got = sqlite3_step(statement);
    return got == SQLITE_ROW ? 1 : got == SQLITE_DONE ? 0 : store_database_error(store, doing);
}

int store_database_execute(struct store *store, const char *doing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    sqlite3_stmt *statement = store_database_compile(store, doing, format, arguments);
    va_end(arguments);
    int got = statement ? store_database_step(store, statement, doing) : -1;
    sqlite3_finalize(statement);
    return got < 0 ? -1 : 0;
}

int store_database_query(struct store *store, const char *doing, int64_t *number,
                         const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    sqlite3_stmt *statement = store_database_compile(store, doing, format, arguments);
    va_end(arguments);
    int got = statement ? store_database_step(store, statement, doing) : -1;
    if (got > 0)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return got < 0 ? -1 : 0;
}

int store_transaction_begin(struct store *store, const char *doing)
{
    return store_database_execute(store, doing, "BEGIN IMMEDIATE");
}

int store_transaction_end(struct store *store, const char *doing, int status)
{
    if (status == 0 && store_database_execute(store, doing, "COMMIT") == 0)
        return 0;
    if (!sqlite3_get_autocommit(store->db)) /* some errors have already rolled back */
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return -1;
}
