/*
 * SPDX-License-Identifier: MIT
 * bareprobe import: imports logs into the store.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/commands/all_verbs.h"
#include "host/data/wire/log_file.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/analysis/fault/fault_places.h"
#include "host/base/verb_options.h"
#include "host/data/losses/run_loss.h"
#include "host/data/run/run_request_text.h"
#include "host/data/run/result_notes.h"
#include "host/data/store/run_lookup.h"

/* Options, NULL if not given; and the number of suspect results in the imported runs. */
struct import_request {
    const char *label, *kernel;
    unsigned suspects;
};

static void import_verb_report_run(const struct store *store, struct run *run,
                                   enum store_outcome outcome, struct import_request *request)
{
    static const char *const remarks[] = {
        [STORE_NEW] = "",
        [STORE_KNOWN] = ", already imported; it is now the latest run",
        [STORE_RESTORED] = ", deleted before; it is restored",
    };
    const char *lost = run_loss_sentence(run);
    printf("%s: run %lld of %s%s\n", run->source, (long long)run->id, store_name(store),
           remarks[outcome]);
    if (lost)
        message_print("%s: %s", run->source, lost);
    char *prefix = allocate_text("%s: ", run->source);
    request->suspects += result_notes_report_run_suspects(run, prefix);
    free(prefix);
}

/* Imports all runs of a log, or the selected one, in one transaction. */
static int import_verb_store_runs(struct store *store, const char *name,
                                  struct import_request *request, struct run **runs, unsigned n)
{
    enum store_outcome *outcomes = allocate_zeroed(n * sizeof *outcomes);
    int failed = 0;
    if (n == 0) {
        message_print(LOG_FILE_NO_RUN, name);
        failed = -1;
    } else {
        for (unsigned i = 0; i < n; i++) {
            fault_places_find(runs[i], request->kernel);
            if (request->label)
                runs[i]->label =
                    string_set_add(&runs[i]->strings, request->label, strlen(request->label));
            if (!*runs[i]->suite)
                runs[i]->suite = run_request_suite(runs[i]);
        }
        failed = store_import(store, runs, n, outcomes);
    }
    for (unsigned i = 0; i < n && !failed; i++)
        import_verb_report_run(store, runs[i], outcomes[i], request);
    free(outcomes);
    return failed;
}

/* Imports FILE, or FILE#2 if no file has that name. */
static int import_verb_store_log(struct store *store, const char *name,
                                 struct import_request *request)
{
    char *path = allocate_copy(name);
    unsigned ordinal = strcmp(name, "-") && access(name, F_OK) ? run_lookup_ordinal(path) : 0;
    struct collection collection;
    collection_open(&collection, strcmp(path, "-") ? path : "stdin");
    int failed = log_file_read(path, &collection, false, NULL);
    if (!failed && ordinal > collection.n_runs) {
        message_print("%s: run number out of range (1 to %u)", name, collection.n_runs);
        failed = -1;
    }
    if (!failed && ordinal)
        failed = import_verb_store_runs(store, name, request, collection.runs + ordinal - 1, 1);
    else if (!failed)
        failed = import_verb_store_runs(store, name, request, collection.runs, collection.n_runs);
    collection_close(&collection);
    free(path);
    return failed;
}

static int import_verb_run(int argc, char **argv)
{
    const char *path = NULL;
    struct import_request request = {0};
    const struct option_spec option_table[] = {{0, "label", &request.label, NULL},
                                               {0, "kernel", &request.kernel, NULL},
                                               {0, "db", &path, NULL},
                                               {0, NULL, NULL, NULL}};
    int n_arguments;
    int status = verb_options_read(&verb_import, argc, argv, option_table, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments == 0) {
        message_print("no log given");
        return verb_usage(&verb_import);
    }
    struct store *store = store_open(path, STORE_WRITE);
    if (!store)
        return EXIT_USAGE;
    status = EXIT_FINE;
    for (int i = 1; i <= n_arguments; i++)
        if (import_verb_store_log(store, argv[i], &request))
            status = EXIT_USAGE;
    if (status == EXIT_FINE && request.suspects)
        status = EXIT_REGRESSION;
    store_close(store);
    return status;
}

const struct verb verb_import = {
    .name = "import",
    .synopsis = "LOG... [--label TEXT] [--kernel FILE]",
    .summary = "import the runs of logs into the store",
    .help =
        "A LOG is a file of records; other data from the serial line is ignored. Lines\n"
        "may end in LF, CR or CR LF, have a logger's prefix, escape sequences or UTF-16,\n"
        "and be wrapped by a terminal; a message names what was skipped. Either all of\n"
        "its runs are imported or none. FILE#2 is the second run in FILE, - is\n"
        "standard input. A run that is already in the store is recognised by its records\n"
        "and becomes the latest run. A log written by 'bareprobe run' also contains the\n"
        "suite, the label and the options of the virtual Pentium, which are stored with\n"
        "the run.\n"
        "Importing a log again adds samples that an older version did not store. The exit\n"
        "status is 1 if a run has a suspect result, a count that cannot be right.\n"
        "\n"
        "      --label TEXT   label of the runs in 'bareprobe list runs', also of runs\n"
        "                     that are already in the store\n"
        "      --kernel FILE  image (.elf) that the machine ran, used to find source\n"
        "                     lines of faults; must be the same build (default the\n"
        "                     installed image)\n"
        "      --db FILE      the store (default $BAREPROBE_DB, or bareprobe.db in the\n"
        "                     current directory)\n"
        "\n"
        "Example: bareprobe import monday.log tuesday.log && bareprobe list runs\n"
        "         bareprobe import sweep-*.log --label night\n",
    .run = import_verb_run,
};
