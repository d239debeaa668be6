/*
 * SPDX-License-Identifier: MIT
 * A name that is a file's is that file; the others are the store's.
 */
#include "host/runs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/log.h"
#include "host/memory.h"
#include "host/message.h"

/* The run's number in `FILE#N`, counted from 1, and 0 for the last; `name` loses its `#N`. */
static unsigned take_ordinal(char *name)
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
            say("%s: no record of a run in it", path);
        else if (wanted >= collection.n_runs)
            say("%s#%u: there are %u runs in it", path, ordinal, collection.n_runs);
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

struct run *runs_find(const char *name, const char *store)
{
    (void)store;
    if (!strcmp(name, "-") || access(name, F_OK) == 0)
        return from_log(name, 0);
    char *path = memory_text(name);
    unsigned ordinal = take_ordinal(path);
    struct run *run = NULL;
    if (ordinal && access(path, F_OK) == 0)
        run = from_log(path, ordinal);
    else
        say("'%s' is neither a file nor a run in the store", name);
    free(path);
    return run;
}
