/*
 * SPDX-License-Identifier: MIT
 * Inside the store: the open file, statements and transactions.
 */
#pragma once

#include <sqlite3.h>

#include "host/store/store_layout.h"
#include "host/store/store.h"

struct store {
    sqlite3 *db;
    char *name;
    bool older; /* its version is below STORE_VERSION: columns may be missing */
};

/* "STORE: cannot DOING: why", why being SQLite's last error; returns -1. */
int store_failed(struct store *store, const char *doing);

/* A statement from SQL formatted as sqlite3_mprintf does, whose %Q and "%w" quote and which the
 * compiler's check of formats does not know. NULL after a message. */
sqlite3_stmt *store_prepare(struct store *store, const char *doing, const char *format, ...);

/* Runs one to its end, without rows. 0, or -1 after a message. */
int store_do(struct store *store, const char *doing, const char *format, ...);

/* Steps: 1 for a row, 0 at the end, -1 after a message. */
int store_step(struct store *store, sqlite3_stmt *statement, const char *doing);

/* The first column of the first row; 0, or -1 after a message. No row: *number stays. */
int store_ask(struct store *store, const char *doing, int64_t *number, const char *format, ...);

/* A change between these is whole or not there. store_end commits where status is 0, and takes back
 * else; returns 0, or -1 after a message. */
int store_begin(struct store *store, const char *doing);
int store_end(struct store *store, const char *doing, int status);

/* Schema: 0, or -1 after a message. */
int schema_make(struct store *store);
/* Whether there is such a table and in it, unless NULL, such a column. */
bool schema_has(struct store *store, const char *table, const char *column);

/* SELECT's list of a part's columns, those missing in an older store as empty: to be freed with
 * sqlite3_free. */
char *schema_columns(struct store *store, const struct part *part);
