/*
 * SPDX-License-Identifier: MIT
 * bareprobe import: imports logs into the store.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/wire/log_file.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/fault/fault_places.h"
#include "host/base/verb_options.h"
#include "host/run/run_asked.h"
#include "host/store/find_run.h"

static void report(const struct store *store, struct run *run, enum store_outcome outcome)
{
    static const char *const said[] = {
        [STORE_NEW] = "",
        [STORE_KNOWN] = ", which it was already: not taken twice, but the last one again",
        [STORE_RESTORED] = ", which was deleted and is back",
    };
    const char *lost = run_loss_sentence(run);
    printf("%s: run %lld of %s%s\n", run->source, (long long)run->id, store_name(store),
           said[outcome]);
    if (lost)
        say("%s: %s", run->source, lost);
}

/* Options; NULL if not given. */
struct asked {
    const char *label, *kernel;
};

/* Imports all runs of a log, or the selected one, in one transaction. */
static int take_in(struct store *store, const char *name, const struct asked *asked,
                   struct run **runs, unsigned n)
{
    enum store_outcome *outcomes = memory_get(n * sizeof *outcomes);
    int failed = 0;
    if (n == 0) {
        say("%s: no record of a run in it", name);
        failed = -1;
    } else {
        for (unsigned i = 0; i < n; i++) {
            fault_places_find(runs[i], asked->kernel);
            if (asked->label)
                runs[i]->label =
                    strings_keep(&runs[i]->strings, asked->label, strlen(asked->label));
            if (!*runs[i]->suite)
                runs[i]->suite = run_suite_of_medium(runs[i]);
        }
        failed = store_import(store, runs, n, outcomes);
    }
    for (unsigned i = 0; i < n && !failed; i++)
        report(store, runs[i], outcomes[i]);
    free(outcomes);
    return failed;
}

/* Imports FILE, or FILE#2 if no file has that name. */
static int import_log(struct store *store, const char *name, const struct asked *asked)
{
    char *path = memory_text(name);
    unsigned ordinal = strcmp(name, "-") && access(name, F_OK) ? runs_ordinal(path) : 0;
    struct collection collection;
    collection_open(&collection, strcmp(path, "-") ? path : "stdin");
    int failed = log_read(path, &collection, false, NULL);
    if (!failed && ordinal > collection.n_runs) {
        say("%s: there are %u runs in it", name, collection.n_runs);
        failed = -1;
    }
    if (!failed && ordinal)
        failed = take_in(store, name, asked, collection.runs + ordinal - 1, 1);
    else if (!failed)
        failed = take_in(store, name, asked, collection.runs, collection.n_runs);
    collection_close(&collection);
    free(path);
    return failed;
}

static int import(int argc, char **argv)
{
    const char *path = NULL;
    struct asked asked = {0};
    const struct option_spec options[] = {{0, "label", &asked.label, NULL},
                                          {0, "kernel", &asked.kernel, NULL},
                                          {0, "db", &path, NULL},
                                          {0, NULL, NULL, NULL}};
    int n_arguments;
    int status = options_read(&verb_import, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments == 0) {
        say("no log is named");
        return verb_usage(&verb_import);
    }
    struct store *store = store_open(path, STORE_WRITE);
    if (!store)
        return EXIT_USAGE;
    status = EXIT_FINE;
    for (int i = 1; i <= n_arguments; i++)
        if (import_log(store, argv[i], &asked))
            status = EXIT_USAGE;
    store_close(store);
    return status;
}

const struct verb verb_import = {
    .name = "import",
    .synopsis = "LOG... [--label TEXT] [--kernel FILE]",
    .summary = "take the runs of logs into the store",
    .help =
        "A LOG is a file of the wire's records, with whatever else came over the cable; all its\n"
        "runs are taken in, or none. FILE#2 is its second run, - standard input. A run that the\n"
        "store has already is recognised by its records; it is then the last one again. What a "
        "log\n"
        "of 'run' says of the suite and of the virtual Pentium is kept with its run. One that an\n"
        "older program took in gets its samples, which that did not know.\n"
        "\n"
        "      --label TEXT  what 'list runs' calls them; one that is there gets it too\n"
        "      --kernel FILE the image that they ran (its .elf), for the lines of faults; else "
        "one\n"
        "                    beside this program. It must be of the same build\n"
        "      --db FILE     the store; else $BAREPROBE_DB, else bareprobe.db here\n"
        "\n"
        "Example: bareprobe import monday.log tuesday.log && bareprobe list runs\n"
        "         bareprobe import sweep-*.log --label night\n",
    .run = import,
};
