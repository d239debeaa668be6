/*
 * SPDX-License-Identifier: MIT
 * Finds the pace of an earlier run, part by part.
 */
#include <stdlib.h>
#include <unistd.h>

#include "host/base/allocation.h"
#include "host/data/store/store_database.h"
#include "host/data/store/store_schema.h"

#define DOING "look for an earlier run"

char *store_pace(const char *path, const struct run *run, const char *suite, const char *simulator)
{
    char *pace = NULL;
    if (access(store_path(path), F_OK))
        return NULL;
    struct store *store = store_open(path, STORE_READ);
    sqlite3_stmt *statement = NULL;
    if (store && schema_has(store, "runs", "pace") && schema_has(store, "runs", "simulator"))
        statement = store_database_prepare(
            store, DOING,
            "SELECT pace FROM runs WHERE deleted = 0 AND pace <> '' AND "
            "arguments = %Q AND suite = %Q AND simulator = %Q AND "
            "platform = %Q AND "
            "passes = %u ORDER BY turn DESC LIMIT 1",
            run->arguments, suite, simulator, platform_name(run->platform), run->passes);
    if (statement && store_database_step(store, statement, DOING) > 0)
        pace = allocate_copy((const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    store_close(store);
    return pace;
}
