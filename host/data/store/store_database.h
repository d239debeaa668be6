/*
 * SPDX-License-Identifier: MIT
 * Internals of the store: the open database, SQL statements and transactions.
 */
#pragma once

#include <sqlite3.h>

#include "host/data/store/store_layout.h"
#include "host/data/store/store.h"

/* The time that another bareprobe may take to write. */
#define BUSY_MILLISECONDS 20000

struct store {
    sqlite3 *db;
    char *name;
    bool older; /* its version is below STORE_VERSION: columns may be missing */
};

/* Prints "STORE: cannot DOING: " and SQLite's last error; returns -1. */
int store_database_error(struct store *store, const char *doing);

/* Prepares a statement; SQL is formatted by sqlite3_mprintf, with %Q and "%w" for quoting, which
 * compilers' format checks do not know. NULL after a message. */
sqlite3_stmt *store_database_prepare(struct store *store, const char *doing, const char *format,
                                     ...);

/* Executes a statement without rows. Returns 0, or -1 after a message. */
int store_database_execute(struct store *store, const char *doing, const char *format, ...);

/* Steps a statement: 1 for a row, 0 at the end, -1 after a message. */
int store_database_step(struct store *store, sqlite3_stmt *statement, const char *doing);

/* Reads the first column of the first row. Returns 0, or -1 after a message. Without a row, *number
 * is unchanged. */
int store_database_query(struct store *store, const char *doing, int64_t *number,
                         const char *format, ...);

/* Changes between these calls are one transaction. store_transaction_end commits if status is 0,
 * else it rolls back; it returns 0, or -1 after a message. */
int store_transaction_begin(struct store *store, const char *doing);
int store_transaction_end(struct store *store, const char *doing, int status);
