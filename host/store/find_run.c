/*
 * SPDX-License-Identifier: MIT
 * Finds runs by name. A name that is an existing file's means that file; other names refer to the
 * store.
 */
#include "host/store/find_run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/wire/log_file.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/fault/fault_places.h"

unsigned runs_ordinal(char *name)
{
    char *hash = strrchr(name, '#');
    if (!hash || !hash[1] || strspn(hash + 1, "0123456789") != strlen(hash + 1))
        return 0;
    unsigned ordinal = (unsigned)strtoul(hash + 1, NULL, 10);
    *hash = 0;
    return ordinal;
}

static struct run *from_log(const char *path, unsigned ordinal)
{
    struct collection collection;
    struct run *run = NULL;
    collection_open(&collection, path);
    if (log_read(path, &collection, false, NULL) == 0) {
        unsigned wanted = ordinal ? ordinal - 1 : collection.n_runs - 1;
        if (collection.n_runs == 0)
            say("%s: contains no records of a run", path);
        else if (wanted >= collection.n_runs)
            say("%s#%u: run number out of range (1 to %u)", path, ordinal, collection.n_runs);
        else {
            run = collection.runs[wanted];
            collection.runs[wanted] = NULL;
        }
    }
    collection_close(&collection);
    const char *lost = run ? run_loss_sentence(run) : NULL;
    if (lost)
        say("%s: %s", path, lost);
    return run;
}

static bool digits(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Parses `last` or `last~N`; returns N or 0, or -1 if the name is neither. */
static int64_t take_back(const char *name)
{
    if (strncmp(name, "last", 4))
        return -1;
    if (!name[4])
        return 0;
    return name[4] == '~' && digits(name + 5) && strlen(name) < 15 ? strtoll(name + 5, NULL, 10)
                                                                   : -1;
}

int runs_number(struct store *store, const char *name, bool deleted, int64_t *number)
{
    if (digits(name) && strlen(name) < 19) {
        *number = strtoll(name, NULL, 10);
        return store_check(store, *number, deleted);
    }
    int64_t back = take_back(name);
    if (back >= 0 && !deleted)
        return store_last(store, name, back, number);
    say("'%s' is not a run in the store: %s", name,
        deleted ? "name a deleted run by its number" : "allowed: a number, last, last~N");
    return -1;
}

static struct run *from_store(const char *name, const char *path)
{
    int64_t number;
    struct run *run = NULL;
    struct store *store = store_open(path, STORE_READ);
    if (store && runs_number(store, name, false, &number) == 0)
        run = store_load(store, number);
    store_close(store);
    return run;
}

static struct run *find(const char *name, const char *store)
{
    if (!strcmp(name, "-") || access(name, F_OK) == 0)
        return from_log(name, 0);
    if (digits(name) || take_back(name) >= 0)
        return from_store(name, store);
    char *path = memory_text(name);
    unsigned ordinal = runs_ordinal(path);
    struct run *run = NULL;
    if (ordinal && access(path, F_OK) == 0)
        run = from_log(path, ordinal);
    else
        say("'%s' is neither a file nor a run in the store (a number, last, last~2)", name);
    free(path);
    return run;
}

struct run *runs_find(const char *name, const char *store)
{
    struct run *run = find(name, store);
    if (run)
        fault_places_find(run, NULL);
    return run;
}
