/*
 * SPDX-License-Identifier: MIT
 * Runs kept in one SQLite file: bareprobe.db in the working directory, or what $BAREPROBE_DB or
 * --db names. A change is whole or it is not there: each is one transaction.
 */
#pragma once

#include "host/run/run.h"

/*
 * `last` and `last~N` look through runs by turn: what was measured is a run of its own, and the
 * last, also where its records are those of one before; a log that is imported again is not.
 */
struct store;

enum store_use {
    STORE_READ,  /* the file must be there, and is not written */
    STORE_WRITE, /* the file is made where it is not there; an older one gets what it lacks */
};

/* NULL or "" is the usual one. */
const char *store_path(const char *path);

/* NULL after a message: no such file, no store, of a newer bareprobe, locked, not to be written. */
struct store *store_open(const char *path, enum store_use use);
void store_close(struct store *store);

/* As messages name it: the file's name. */
const char *store_name(const struct store *store);

enum store_outcome {
    STORE_NEW,
    STORE_KNOWN,    /* its records are those of a run in the store, which is the last one again */
    STORE_RESTORED, /* the same of a deleted run, which is back */
};

/*
 * Takes n runs in, all or none. Each gets its number (run.id), and the time (run.when) where it had
 * none; outcomes[n] says what was done. 0, or -1 after a message.
 */
int store_import(struct store *store, struct run *const *runs, unsigned n,
                 enum store_outcome *outcomes);

/*
 * One run that has just been measured: opens, takes in, closes. *like, unless NULL, gets the number
 * of the run before it that has the same records, or 0. store_path(path) is its file.
 */
int store_keep(const char *path, struct run *run, int64_t *like);

/*
 * A run by its number: equal in all fields to the one imported but for `source`, which is "run 3 of
 * bareprobe.db", and id and when. Deleted ones too. NULL after a message.
 */
struct run *store_load(struct store *store, int64_t id);

/*
 * The number of the last run but `back`, deleted ones left out. 0, or -1 after a message that calls
 * it `name`.
 */
int store_last(struct store *store, const char *name, int64_t back, int64_t *id);

/* 0 where there is such a run and it is deleted, or not, as wanted; -1 after a message. */
int store_check(struct store *store, int64_t id, bool deleted);

/* What a list of runs says of each. Texts are the list's. */
struct store_entry {
    int64_t id;
    double when, deleted; /* Unix times; deleted is 0 for a run that is not */
    const char *build, *processor, *arguments, *source, *label, *suite, *simulator;
    enum platform platform;
    unsigned results, lost; /* results with numbers; records lost and results rejected */
    double samples;         /* ticks, slices and stamps too: of all passes that were sampled */
    bool done, ok;
};

struct store_list {
    struct store_entry *entries; /* by turn, the last last */
    unsigned n;
    struct strings strings;
};

/* 0, or -1 after a message. */
int store_entries(struct store *store, struct store_list *list);
void store_list_free(struct store_list *list);

/*
 * The pace of the last run of that suite and setting of the virtual Pentium that was asked for the
 * same, on the same platform, and had as many passes; NULL where there is none, or no store. For
 * the caller to free.
 */
char *store_pace(const char *path, const struct run *run, const char *suite, const char *simulator);

/* Deleted runs stay in the file until they are purged, and can be brought back. All or none of
 * ids[n]; store_purge takes only deleted ones. 0, or -1 after a message. */
int store_delete(struct store *store, const int64_t *ids, unsigned n);
int store_restore(struct store *store, const int64_t *ids, unsigned n);
int store_purge(struct store *store, const int64_t *ids, unsigned n);

/* One result of one run, as a history has it. Texts are the history's. */
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
    struct store_point *points; /* machine by machine, each by time */
    unsigned n;
    struct strings strings;
};

/*
 * Results with numbers of one benchmark, event (in any case of letters) and region: a number, a
 * name, or whole; NULL takes all benchmarks, all regions. `processor` is a part of the processor's
 * name, or NULL. 0, or -1 after a message.
 */
int store_history(struct store *store, const char *bench, const char *region, const char *event,
                  const char *processor, struct store_history *history);
void store_history_free(struct store_history *history);

/*
 * The different values of a column that runs not deleted have; column is "bench" or "event", or
 * "region" for those of `bench`. NULL-terminated, in `strings`, the array the caller's to free.
 */
const char **store_words(struct store *store, const char *column, const char *bench,
                         struct strings *strings);
