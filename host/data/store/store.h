/*
 * SPDX-License-Identifier: MIT
 * Stores runs in one SQLite file: bareprobe.db in the working directory, or the file named by
 * $BAREPROBE_DB or --db. Each change is one transaction.
 */
#pragma once

#include "host/data/run/run.h"

/* `last` and `last~N` follow the order in which runs were added. A measurement always adds a run,
 * even if its records equal those of an earlier one; importing a log again does not. */
struct store;

enum store_use {
    STORE_READ,  /* the file must exist, and is not written */
    STORE_WRITE, /* the file is created if it is missing; an older one is upgraded */
};

/* Returns the store's file name; NULL or "" means the default. */
const char *store_path(const char *path);

/* Returns NULL after a message: the file is missing, is not a store, is from a newer bareprobe, is
 * locked, or cannot be written. */
struct store *store_open(const char *path, enum store_use use);
void store_close(struct store *store);

/* Returns the file's name, for messages. */
const char *store_name(const struct store *store);

enum store_outcome {
    STORE_NEW,
    STORE_KNOWN,    /* a run with the same records exists; it is the latest again */
    STORE_RESTORED, /* a deleted run with the same records exists; it was restored */
};

/* Imports n runs, all or none. Each gets its number (run.id), and the time (run.when) if it has
 * none. outcomes[n] receives the results. Returns 0, or -1 after a message. */
int store_import(struct store *store, struct run *const *runs, unsigned n,
                 enum store_outcome *outcomes);

/* Stores one run after its measurement: opens, imports, closes. *like, unless NULL, receives the
 * number of the last earlier run with the same records, or 0. The file is store_path(path). */
int store_import_measured(const char *path, struct run *run, int64_t *like);

/* Loads a run by its number, also a deleted one. All fields equal those of the imported run except
 * source, which is "run 3 of bareprobe.db", id and when. NULL after a message. */
struct run *store_load(struct store *store, int64_t id);

/* Returns the number of the `back`-th run before the last, without deleted ones. Returns 0, or -1
 * after a message, which contains `name`. */
int store_entry_last(struct store *store, const char *name, int64_t back, int64_t *id);

/* Returns 0 if the run exists and its deletion state equals `deleted`; -1 after a message. */
int store_entry_check(struct store *store, int64_t id, bool deleted);

/* A run in a list of runs. The list owns the texts. */
struct store_entry {
    int64_t id;
    double when, deleted; /* Unix times; deleted is 0 for a run that is not deleted */
    const char *build, *processor, *arguments, *source, *label, *suite, *simulator;
    enum platform platform;
    unsigned results, lost; /* results with numbers; lost records and rejected results */
    double samples;         /* of all sampled passes, including ticks, slices and stamps */
    bool done, ok;
};

struct store_list {
    struct store_entry *entries; /* in the order of addition, the latest last */
    unsigned n;
    struct string_set strings;
};

/* Returns 0, or -1 after a message. */
int store_entries(struct store *store, struct store_list *list);
void store_list_free(struct store_list *list);

/* Returns the pace of the last run with the same suite, settings, simulator options, platform and
 * number of passes; NULL if there is no such run, or no store. The caller frees it. */
char *store_pace(const char *path, const struct run *run, const char *suite, const char *simulator);

/*
 * Deleted runs stay in the file until they are purged, and can be restored. Each function processes
 * all or none of ids[n]; store_entry_purge accepts only deleted ones. Returns 0, or -1 after a
 * message.
 */
int store_entry_delete(struct store *store, const int64_t *ids, unsigned n);
int store_entry_restore(struct store *store, const int64_t *ids, unsigned n);
int store_entry_purge(struct store *store, const int64_t *ids, unsigned n);

/* One result of one run in a history. The history owns the texts. */
struct store_point {
    int64_t run;
    double when;
    enum platform platform;
    const char *build, *processor;
    unsigned signature;
    double mhz;
    struct result result; /* without samples */
};

struct store_history {
    struct store_point *points; /* machine by machine, each in order of time */
    unsigned n;
    struct string_set strings;
};

/*
 * Finds the results with numbers of one benchmark, event (case-insensitive) and region: a number, a
 * name, or whole. A NULL benchmark or region matches all. `processor` is a part of the processor's
 * name, or NULL. Returns 0, or -1 after a message.
 */
int store_history(struct store *store, const char *bench, const char *region, const char *event,
                  const char *processor, struct store_history *history);
void store_history_free(struct store_history *history);

/*
 * Returns the distinct values of a column in runs that are not deleted; column is "bench" or
 * "event", or "region" for the regions of `bench`. The array ends with NULL and is freed by the
 * caller; its texts are in `strings`.
 */
const char **store_history_words(struct store *store, const char *column, const char *bench,
                                 struct string_set *strings);
