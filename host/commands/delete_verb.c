/*
 * SPDX-License-Identifier: MIT
 * bareprobe delete: deletes runs from the store, and restores them. Only deleted runs can be
 * purged, so that no single command loses a run.
 */
#include <stdio.h>
#include <stdlib.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/data/store/run_lookup.h"

static bool delete_verb_has_number(const int64_t *numbers, int count, int64_t number)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

/* All names are resolved before the first change, so that `last` means the same throughout. */
static int delete_verb_read_numbers(struct store *store, int n_names, char **names, bool deleted,
                                    int64_t *numbers, unsigned *n)
{
    for (int i = 0; i < n_names; i++) {
        int64_t number;
        if (run_lookup_number(store, names[i], deleted, &number))
            return -1;
        if (!delete_verb_has_number(numbers, (int)*n, number))
            numbers[(*n)++] = number;
    }
    return 0;
}

static void delete_verb_report(const struct store *store, const int64_t *numbers, unsigned n,
                               const char *what)
{
    for (unsigned i = 0; i < n; i++)
        printf("run %lld of %s %s\n", (long long)numbers[i], store_name(store), what);
}

static int delete_verb_change(struct store *store, int n_names, char **names, bool undo,
                              bool forever)
{
    int64_t *numbers = allocate_zeroed((size_t)n_names * sizeof *numbers);
    unsigned n = 0;
    int failed = delete_verb_read_numbers(store, n_names, names, undo || forever, numbers, &n);
    if (!failed)
        failed = undo      ? store_entry_restore(store, numbers, n)
                 : forever ? store_entry_purge(store, numbers, n)
                           : store_entry_delete(store, numbers, n);
    if (!failed)
        delete_verb_report(
            store, numbers, n,
            undo      ? "is restored"
            : forever ? "is removed permanently"
                      : "is deleted; --undo restores it, --forever removes it permanently");
    free(numbers);
    return failed;
}

static int delete_verb_run(int argc, char **argv)
{
    const char *path = NULL;
    bool undo = false, forever = false;
    const struct option_spec options[] = {
        {0, "undo", NULL, &undo},
        {0, "forever", NULL, &forever},
        {0, "db", &path, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = verb_options_read(&verb_delete, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments == 0 || (undo && forever)) {
        message_print(undo && forever ? "--undo and --forever cannot be combined" : "no run given");
        return verb_usage(&verb_delete);
    }
    /* Opening for reading first avoids creating a missing store. */
    struct store *store = store_open(path, STORE_READ);
    if (store) {
        store_close(store);
        store = store_open(path, STORE_WRITE);
    }
    status = store && delete_verb_change(store, n_arguments, argv + 1, undo, forever) == 0
                 ? EXIT_FINE
                 : EXIT_USAGE;
    store_close(store);
    return status;
}

const struct verb verb_delete = {
    .name = "delete",
    .synopsis = "RUN... [--undo | --forever]",
    .summary = "delete runs from the store, or restore them",
    .help =
        "A RUN is its number, last, or last~2 for the second run before the last one.\n"
        "Either all of the runs are deleted or none. A deleted run is no longer shown or\n"
        "compared, but remains in the file; 'bareprobe list runs --deleted' lists the\n"
        "deleted runs.\n"
        "\n"
        "      --undo     restore deleted runs, by number\n"
        "      --forever  remove deleted runs permanently, by number\n"
        "      --db FILE  the store (default $BAREPROBE_DB, or bareprobe.db in the\n"
        "                 current directory)\n"
        "\n"
        "Example: bareprobe delete last && bareprobe list runs --deleted\n",
    .run = delete_verb_run,
};
