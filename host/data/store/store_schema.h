/*
 * SPDX-License-Identifier: MIT
 * The tables and columns of the store, created from host/data/store/store_layout.c.
 */
#pragma once

#include "host/data/store/store_database.h"

/* Creates or completes the schema. Returns 0, or -1 after a message. */
int schema_make(struct store *store);
/* Returns whether the table exists, and unless it is NULL, the column. */
bool schema_has(struct store *store, const char *table, const char *column);

/* Returns the column list for a SELECT of a part; columns that an older store lacks are replaced by
 * empty values. Free it by sqlite3_free. */
char *schema_columns(struct store *store, const struct store_part *part);
