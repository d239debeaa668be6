/*
 * SPDX-License-Identifier: MIT
 * Explains regions of benchmark cases and programs. One run of the simulator produces the accounts
 * of all selected cases; each loop is observed in a further run.
 */
#include "host/analysis/explain/explained_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/explain/better_order.h"
#include "host/analysis/explain/region_names_list.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

/* Splits "apps/lu:variant=before:eliminate" into BENCH and REGION. A region's name has no '='. */
static char *explained_case_split_name(const char *name, char **region)
{
    char *bench = allocate_copy(name), *colon = strrchr(bench, ':');
    *region = NULL;
    if (colon && !strchr(colon, '=')) {
        *colon = 0;
        *region = allocate_copy(colon + 1);
    }
    return bench;
}

static void explained_case_set_title(struct explained_case *one)
{
    const struct account_region *region = one->region;
    one->name = bench_watch_region(one->watch, region->bench, region->number);
    if (region->number < 0)
        snprintf(one->title, sizeof one->title, "%s, whole run", region->bench);
    else
        snprintf(one->title, sizeof one->title, "%s, region %d%s%.60s%s", region->bench,
                 region->number, one->name ? " \"" : "", one->name ? one->name : "",
                 one->name ? "\"" : "");
}

/* Finds the same region in another run. */
static const struct account_region *
explained_case_same_region(const struct explained_case *one, const struct region_accounts *accounts)
{
    char number[16];
    snprintf(number, sizeof number, "%d", one->region->number);
    return region_account_find(accounts, one->region->bench,
                               one->region->number < 0 ? "whole" : number, bench_watch_region,
                               one->watch);
}

double explained_case_clocks(const struct explained_case *one,
                             const struct explain_machine *machine)
{
    struct region_accounts accounts;
    if (bench_watch_accounts(one->watch, machine, one->region->bench, &accounts))
        return -1;
    const struct account_region *region = explained_case_same_region(one, &accounts);
    double clocks = region ? region->corrected / region->repetitions : -1;
    region_accounts_free(&accounts);
    return clocks;
}

/* ---- loops ----------------------------------------------------------------------------------- */

struct loop_trial {
    const struct explained_case *one;
    const struct region_loop *loop;
};

/*
 * Returns the clocks of an iteration if the loop in the image has these bytes, and the benchmark's
 * checks of its results succeed.
 */
static double explained_case_try_loop(void *context, const uint8_t *bytes, unsigned size,
                                      uint32_t flags_excepted)
{
    const struct loop_trial *trial = context;
    const struct explained_case *one = trial->one;
    struct region_accounts accounts;
    (void)flags_excepted;
    if (bench_watch_changed(one->watch, one->region->bench, trial->loop->first, bytes, size,
                            &accounts))
        return -1;
    const struct account_region *changed = explained_case_same_region(one, &accounts);
    double clocks = changed ? 0 : -trial->loop->iterations;
    for (unsigned i = 0; changed && i < changed->n; i++)
        if (changed->rows[i].address >= trial->loop->first &&
            changed->rows[i].address < trial->loop->end)
            clocks += changed->rows[i].clocks;
    region_accounts_free(&accounts);
    return clocks / trial->loop->iterations;
}

int explained_case_loop(struct explained_case *one, unsigned number, struct explained_loop *loop)
{
    const struct region_loop *which = &one->explained.loops[number];
    struct loop_trial trial = {one, which};
    if (explained_region_loop(&one->explained, one->watch, one->region, which, loop))
        return -1;
    stall_reasons_note_lines(loop);
    better_order_find(loop, one->watch->machine->cpu, explained_case_try_loop, &trial);
    return 0;
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* The rows of a case are contiguous in the file. */
static int explained_case_each(struct bench_watch *watch, const struct region_accounts *accounts,
                               const char *region, explained_case_callback *callback, void *context)
{
    unsigned n = 0;
    for (unsigned i = 0; i < accounts->n; i++) {
        const char *bench = accounts->all[i].bench;
        if (i && !strcmp(bench, accounts->all[i - 1].bench))
            continue;
        struct explained_case one = {.watch = watch, .accounts = accounts};
        one.region = region_account_find(accounts, bench, region, bench_watch_region, watch);
        if (!one.region && watch->program && !region)
            one.region = region_account_find(accounts, bench, "whole", bench_watch_region, watch);
        if (!one.region)
            continue;
        explained_case_set_title(&one);
        explained_region_make(&one.explained, watch, one.region);
        callback(context, &one, n++);
        explained_region_free(&one.explained);
    }
    if (n)
        return EXIT_FINE;
    if (region)
        region_names_list_missing(watch, accounts, region);
    else
        message_print(
            "nothing to explain: %s enters no region; put the code into one, as in "
            "region(\"loop\") { ... }",
            accounts->n ? accounts->all[0].bench : "the benchmark");
    return EXIT_USAGE;
}

int explained_cases(const struct explained_choice *choice, const struct explain_machine *machine,
                    explained_case_callback *callback, void *context)
{
    struct bench_watch watch;
    struct region_accounts accounts;
    if (!explain_machine_has_pipes(machine)) {
        message_print(
            "--cpu %s: benchmarks and programs can be explained only for p54c and p55c; -c "
            "'CODE' works for the others",
            machine->cpu);
        return EXIT_USAGE;
    }
    char *region = NULL, *bench = NULL;
    if (choice->bench)
        bench = explained_case_split_name(choice->bench, &region);
    else
        region = choice->region ? allocate_copy(choice->region) : NULL;
    int status = EXIT_USAGE;
    if (bench_watch_open(&watch, machine, choice->kernel, choice->program) == 0) {
        if (bench_watch_accounts(&watch, machine, bench, &accounts) == 0) {
            status = explained_case_each(&watch, &accounts, region, callback, context);
            region_accounts_free(&accounts);
        }
        bench_watch_close(&watch);
    }
    free(bench);
    free(region);
    return status;
}
