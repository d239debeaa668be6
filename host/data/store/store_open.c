/*
 * SPDX-License-Identifier: MIT
 * Opens a store: checks that the file is one, completes its tables, and rolls back an interrupted
 * import.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/store/store_schema.h"

/* "Bprb": identifies a database as a store of this program. */
#define APPLICATION_ID 0x42707262

/* Checks that the file is a store that this program can read, or empty. */
static int store_open_check(struct store *store, bool *empty)
{
    int64_t application = 0, version = 0, tables = 0;
    if (store_database_query(store, "read it", &tables, "SELECT count(*) FROM sqlite_schema") ||
        store_database_query(store, "read it", &application, "PRAGMA application_id") ||
        store_database_query(store, "read it", &version, "PRAGMA user_version"))
        return -1;
    *empty = tables == 0;
    if (tables && application != APPLICATION_ID) {
        message_print("%s: not a store of runs: a database of another program", store->name);
        return -1;
    }
    if (version > STORE_VERSION) {
        message_print(
            "%s: created by a newer bareprobe (schema %lld; this version supports up to %d); use "
            "the newer version, or another file with --db",
            store->name, (long long)version, STORE_VERSION);
        return -1;
    }
    store->older = version < STORE_VERSION;
    return 0;
}

static int store_open_make_tables(struct store *store)
{
    bool empty;
    if (!store->older)
        return 0;
    if (store_transaction_begin(store, "create its tables"))
        return -1;
    int status = store_open_check(
        store, &empty); /* again: another process may have created them meanwhile */
    if (status == 0 && store->older)
        status = schema_make(store) ||
                         store_database_execute(store, "create its tables",
                                                "PRAGMA application_id = %d", APPLICATION_ID) ||
                         store_database_execute(store, "create its tables",
                                                "PRAGMA user_version = %d", STORE_VERSION)
                     ? -1
                     : 0;
    status = store_transaction_end(store, "create its tables", status);
    if (status == 0)
        store->older = false;
    return status;
}

static int store_open_file(struct store *store, int flags)
{
    sqlite3_close(store->db);
    store->db = NULL;
    if (sqlite3_open_v2(store->name, &store->db, flags, NULL))
        return -1;
    sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
    sqlite3_extended_result_codes(store->db, 1);
    return 0;
}

/* A killed import leaves a journal, which must be rolled back when the store is opened next. A
 * read-only connection cannot do it, so the store is opened for writing once. */
static int store_open_recover(struct store *store)
{
    char *journal = allocate_text("%s-journal", store->name);
    int status = 0;
    if (access(journal, F_OK) == 0 && store_open_file(store, SQLITE_OPEN_READWRITE) == 0)
        status = sqlite3_exec(store->db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    free(journal);
    return status;
}

static int store_open_to_read(struct store *store)
{
    bool empty;
    if (access(store->name, R_OK)) {
        if (errno == ENOENT)
            message_print("%s: the store does not exist yet; 'bareprobe import' creates it",
                          store->name);
        else
            message_print("%s: cannot be read: %s", store->name, strerror(errno));
        return -1;
    }
    if (store_open_recover(store) || store_open_file(store, SQLITE_OPEN_READONLY))
        return store_database_error(store, "open it");
    if (store_open_check(store, &empty))
        return -1;
    if (empty) {
        message_print("%s: the store is empty; 'bareprobe import' adds runs", store->name);
        return -1;
    }
    return 0;
}

static int store_open_to_write(struct store *store)
{
    bool empty;
    if (store_open_file(store, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE))
        return store_database_error(store, "open it");
    return store_open_check(store, &empty) || store_open_make_tables(store) ? -1 : 0;
}

struct store *store_open(const char *path, enum store_use use)
{
    struct store *store = allocate_zeroed(sizeof *store);
    store->name = allocate_copy(store_path(path));
    if ((use == STORE_READ ? store_open_to_read(store) : store_open_to_write(store)) == 0)
        return store;
    store_close(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    sqlite3_close(store->db);
    free(store->name);
    free(store);
}
