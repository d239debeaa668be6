/*
 * SPDX-License-Identifier: MIT
 * Finds other runs of the same machine in the store. The store's list has too few fields to compare
 * machines, so each candidate is loaded.
 */
#include "host/analysis/breakdown/machine_runs.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "host/data/store/run_lookup.h"
#include "host/data/store/store.h"

#define MHZ_APART 0.02 /* relative tolerance: the clock is measured */

static bool machine_runs_match(const struct run *a, const struct run *b)
{
    return a->platform == b->platform && a->signature == b->signature &&
           !strcmp(a->vendor, b->vendor) && !strcmp(a->simulator, b->simulator) &&
           fabs(a->mhz - b->mhz) <= MHZ_APART * fmax(a->mhz, b->mhz);
}

static bool machine_run_has_penalties(const struct run *run)
{
    for (unsigned i = 0; i < run->n_findings; i++)
        if (!strcmp(run->findings[i].name, "mispredict_u"))
            return true;
    return false;
}

/* Returns whether the run has a profile of one of the benchmarks of `of`. */
static bool machine_run_has_profile(const struct run *run, const struct run *of)
{
    if (strcmp(run->build, of->build) != 0)
        return false;
    for (unsigned i = 0; i < run->n_samplings; i++)
        for (unsigned b = 0; b < of->n_benches; b++)
            if (!strcmp(run->samplings[i].experiment, "profile") &&
                !strcmp(run->samplings[i].bench, of->benches[b].name))
                return true;
    return false;
}

static void machine_runs_search(struct store *store, const struct store_list *list,
                                struct machine_runs *found)
{
    for (unsigned i = list->n; i-- > 0 && !(found->machine && found->profile);) {
        const struct store_entry *entry = &list->entries[i];
        if (entry->deleted > 0 || entry->platform != found->of->platform ||
            strcmp(entry->simulator, found->of->simulator) != 0)
            continue;
        struct run *run = store_load(store, entry->id);
        if (run && machine_runs_match(run, found->of)) {
            if (!found->machine && machine_run_has_penalties(run)) {
                found->machine = run;
                run = NULL;
            } else if (!found->profile && machine_run_has_profile(run, found->of)) {
                found->profile = run;
                run = NULL;
            }
        }
        if (run)
            run_free(run);
    }
}

int machine_runs_find(const struct run *run, const char *store_file, const char *machine,
                      const char *profile, struct machine_runs *found)
{
    struct store_list list;
    *found = (struct machine_runs){.of = run};
    if ((machine && !(found->machine = run_lookup(machine, store_file))) ||
        (profile && !(found->profile = run_lookup(profile, store_file))))
        return -1;
    if (access(store_path(store_file), R_OK) != 0 || (found->machine && found->profile))
        return 0;
    struct store *store = store_open(store_file, STORE_READ);
    if (!store)
        return -1;
    int failed = store_entries(store, &list);
    if (!failed)
        machine_runs_search(store, &list, found);
    store_list_free(&list);
    store_close(store);
    return failed;
}

void machine_runs_free(struct machine_runs *found)
{
    if (found->machine)
        run_free(found->machine);
    if (found->profile)
        run_free(found->profile);
}
