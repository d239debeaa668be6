/*
 * SPDX-License-Identifier: MIT
 * Follows one benchmark's region and event through all runs.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/data/store/store_database.h"
#include "host/data/store/store_schema.h"

#define DOING "read a history"

static const char *store_history_text(struct string_set *strings, sqlite3_stmt *statement, int at)
{
    const char *text = (const char *)sqlite3_column_text(statement, at);
    return text ? string_set_add(strings, text, strlen(text)) : NULL;
}

/* Reads the columns in the order of the query. */
static void store_history_read_point(struct store_history *history, sqlite3_stmt *row)
{
    struct string_set *strings = &history->strings;
    struct store_point *point = allocate_element(&history->points, &history->n, sizeof *point);
    int at = 0;
    point->run = sqlite3_column_int64(row, at++);
    point->when = sqlite3_column_double(row, at++);
    point->platform = platform_named(store_history_text(strings, row, at++));
    point->build = store_history_text(strings, row, at++);
    point->processor = store_history_text(strings, row, at++);
    point->signature = (unsigned)sqlite3_column_int64(row, at++);
    point->mhz = sqlite3_column_double(row, at++);
    struct result *result = &point->result;
    result->bench = store_history_text(strings, row, at++);
    result->region = (unsigned)sqlite3_column_int64(row, at++);
    result->region_name = store_history_text(strings, row, at++);
    result->event = store_history_text(strings, row, at++);
    result->ring = store_history_text(strings, row, at++);
    result->state = store_history_text(strings, row, at++);
    result->ablate = store_history_text(strings, row, at++);
    result->paging = store_history_text(strings, row, at++);
    result->status = "ok";
    result->entries = (unsigned)sqlite3_column_int64(row, at++);
    result->per_entry = sqlite3_column_double(row, at++);
    result->values.n = (unsigned)sqlite3_column_int64(row, at++);
    result->values.level = (unsigned)sqlite3_column_int64(row, at++);
    result->values.mean = sqlite3_column_double(row, at++);
    result->values.sd = sqlite3_column_double(row, at++);
    result->values.ci = sqlite3_column_double(row, at++);
    result->suspect = store_history_text(strings, row, at++);
}

/* A region is selected by number, by name or as `whole`. */
static const char *store_history_region(const char *region, char *buffer, size_t size)
{
    if (!strcmp(region, "whole")) {
        sqlite3_snprintf((int)size, buffer, "%d", RUN_WHOLE);
        return buffer;
    }
    bool number = *region && strspn(region, "0123456789") == strlen(region) && strlen(region) < 4;
    return number ? region : "-1";
}

int store_history(struct store *store, const char *bench, const char *region, const char *event,
                  const char *processor, struct store_history *history)
{
    char number[8];
    *history = (struct store_history){0};
    sqlite3_stmt *statement = store_database_prepare(
        store, DOING,
        "SELECT runs.id, runs.time, runs.platform, runs.build, runs.processor, runs.signature, "
        "runs.mhz, bench, region, region_name, event, ring, state, ablate, %s, entries, per_entry, "
        "n, "
        "level, mean, sd, ci, %s FROM results JOIN runs ON runs.id = results.run "
        "WHERE runs.deleted = 0 AND status = 'ok' AND (%Q IS NULL OR bench = %Q) "
        "AND event = %Q COLLATE NOCASE "
        "AND (%Q IS NULL OR region = %s OR region_name = %Q) AND instr(lower(runs.processor), "
        "lower(%Q)) "
        "ORDER BY runs.platform, runs.processor, runs.signature, bench, region, ring, state, "
        "ablate, 15, "
        "runs.time, runs.turn, results.number",
        schema_has(store, "results", "paging") ? "ifnull(nullif(paging, ''), 'mixed')" : "'mixed'",
        schema_has(store, "results", "suspect") ? "suspect" : "NULL", bench, bench, event, region,
        region ? store_history_region(region, number, sizeof number) : "0", region,
        processor ? processor : "");
    int got = statement ? 1 : -1;
    while (got > 0 && (got = store_database_step(store, statement, DOING)) > 0)
        store_history_read_point(history, statement);
    sqlite3_finalize(statement);
    return got;
}

void store_history_free(struct store_history *history)
{
    free(history->points);
    string_set_free(&history->strings);
    *history = (struct store_history){0};
}

const char **store_history_words(struct store *store, const char *column, const char *bench,
                                 struct string_set *strings)
{
    const char **words = NULL;
    unsigned n = 0;
    bool region = !strcmp(column, "region");
    sqlite3_stmt *statement = store_database_prepare(
        store, DOING,
        "SELECT DISTINCT %s FROM results JOIN runs ON runs.id = run "
        "WHERE deleted = 0 AND (%Q IS NULL OR bench = %Q) ORDER BY 1",
        region ? "ifnull(region_name, CASE region WHEN 256 THEN 'whole' ELSE region END)" : column,
        bench, bench);
    while (statement && store_database_step(store, statement, DOING) > 0)
        *(const char **)allocate_element(&words, &n, sizeof *words) =
            store_history_text(strings, statement, 0);
    sqlite3_finalize(statement);
    *(const char **)allocate_element(&words, &n, sizeof *words) = NULL;
    return words;
}
