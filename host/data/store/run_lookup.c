/*
 * SPDX-License-Identifier: MIT
 * Finds runs by name. A name that is an existing file's means that file; other names refer to the
 * store.
 */
#include "host/data/store/run_lookup.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/data/wire/log_file.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/analysis/fault/fault_places.h"
#include "host/data/losses/run_loss.h"

unsigned run_lookup_ordinal(char *name)
{
    char *hash = strrchr(name, '#');
    if (!hash || !hash[1] || strspn(hash + 1, "0123456789") != strlen(hash + 1))
        return 0;
    unsigned ordinal = (unsigned)strtoul(hash + 1, NULL, 10);
    *hash = 0;
    return ordinal;
}

static struct run *run_lookup_in_log(const char *path, unsigned ordinal)
{
    struct collection collection;
    struct run *run = NULL;
    collection_open(&collection, path);
    if (log_file_read(path, &collection, false, NULL) == 0) {
        unsigned wanted = ordinal ? ordinal - 1 : collection.n_runs - 1;
        if (collection.n_runs == 0)
            message_print(LOG_FILE_NO_RUN, path);
        else if (wanted >= collection.n_runs)
            message_print("%s#%u: run number out of range (1 to %u)", path, ordinal,
                          collection.n_runs);
        else {
            run = collection.runs[wanted];
            collection.runs[wanted] = NULL;
        }
    }
    collection_close(&collection);
    const char *lost = run ? run_loss_sentence(run) : NULL;
    if (lost)
        message_print("%s: %s", path, lost);
    return run;
}

static bool run_lookup_is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Parses `last` or `last~N`; returns N or 0, or -1 if the name is neither. */
static int64_t run_lookup_parse_last(const char *name)
{
    if (strncmp(name, "last", 4))
        return -1;
    if (!name[4])
        return 0;
    return name[4] == '~' && run_lookup_is_number(name + 5) && strlen(name) < 15
               ? strtoll(name + 5, NULL, 10)
               : -1;
}

int run_lookup_number(struct store *store, const char *name, bool deleted, int64_t *number)
{
    if (run_lookup_is_number(name) && strlen(name) < 19) {
        *number = strtoll(name, NULL, 10);
        return store_entry_check(store, *number, deleted);
    }
    int64_t back = run_lookup_parse_last(name);
    if (back >= 0 && !deleted)
        return store_entry_last(store, name, back, number);
    message_print("'%s' is not a run in the store: %s", name,
                  deleted ? "name a deleted run by its number" : "allowed: a number, last, last~N");
    return -1;
}

static struct run *run_lookup_in_store(const char *name, const char *path)
{
    int64_t number;
    struct run *run = NULL;
    struct store *store = store_open(path, STORE_READ);
    if (store && run_lookup_number(store, name, false, &number) == 0)
        run = store_load(store, number);
    store_close(store);
    return run;
}

static struct run *run_lookup_by_name(const char *name, const char *store)
{
    if (!strcmp(name, "-") || access(name, F_OK) == 0)
        return run_lookup_in_log(name, 0);
    if (run_lookup_is_number(name) || run_lookup_parse_last(name) >= 0)
        return run_lookup_in_store(name, store);
    char *path = allocate_copy(name);
    unsigned ordinal = run_lookup_ordinal(path);
    struct run *run = NULL;
    if (ordinal && access(path, F_OK) == 0)
        run = run_lookup_in_log(path, ordinal);
    else
        message_print("'%s' is neither a file nor a run in the store (a number, last, last~2)",
                      name);
    free(path);
    return run;
}

struct run *run_lookup(const char *name, const char *store)
{
    struct run *run = run_lookup_by_name(name, store);
    if (run)
        fault_places_find(run, NULL);
    return run;
}
