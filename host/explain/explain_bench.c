/*
 * SPDX-License-Identifier: MIT
 * One run has the accounts of all that was named; each loop that is shown is watched in another.
 */
#include "host/explain/explain_bench.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/text_table.h"
#include "host/explain/better_order.h"
#include "host/explain/explained_region.h"

#define SHARE_SHOWN                                                                                \
    0.2 /* of the region's clocks, from which a loop that is not the first is shown */

/* BENCH and REGION of "apps/lu:variant=before:eliminate"; a region has no '=' in it. */
static char *split_region(const char *name, char **region)
{
    char *bench = memory_text(name), *colon = strrchr(bench, ':');
    *region = NULL;
    if (colon && !strchr(colon, '=')) {
        *colon = 0;
        *region = memory_text(colon + 1);
    }
    return bench;
}

struct explained_case {
    struct bench_watch *watch;
    const struct explain_order *order;
    const struct account_region *region;
    struct explained_region explained;
    char title[200];
    FILE *to;
};

static void title(struct explained_case *one)
{
    const struct account_region *region = one->region;
    const char *name = bench_watch_region(one->watch, region->bench, region->number);
    if (region->number < 0)
        snprintf(one->title, sizeof one->title, "%s, the whole run", region->bench);
    else if (name)
        snprintf(one->title, sizeof one->title, "%s, region %d \"%s\"", region->bench,
                 region->number, name);
    else
        snprintf(one->title, sizeof one->title, "%s, region %d", region->bench, region->number);
}

static void print_sums(const struct explained_case *one)
{
    const struct explained_region *explained = &one->explained;
    const struct cause_sums *sums = &explained->causes;
    enum cause order[CAUSES];
    unsigned n = causes_order(sums, order);
    fprintf(one->to, "%s: %s clocks (%s)\n", one->title, number_text(explained->clocks, 0),
            one->order->page.machine);
    if (n)
        fprintf(one->to, "would take %s without the causes below\n",
                number_text(sums->clocks[CAUSE_PAIRED], 0));
    explain_print_causes(sums, "of its instructions", &one->order->page, one->to);
    fprintf(one->to, "%12s  clocks that the probes took beyond those of an empty region\n",
            number_text(explained->probes, 0));
}

struct loop_trial {
    const struct explained_case *one;
    const struct region_loop *loop;
};

/* Clocks of a turn where the loop in the image has these bytes. */
static double try_loop(void *context, const uint8_t *bytes, unsigned size)
{
    const struct loop_trial *trial = context;
    const struct account_region *region = trial->one->region;
    struct region_accounts accounts;
    if (bench_watch_changed(trial->one->watch, region->bench, trial->loop->first, bytes, size,
                            &accounts))
        return -1;
    char number[16];
    snprintf(number, sizeof number, "%d", region->number);
    const struct account_region *changed =
        region_account_find(&accounts, region->bench, region->number < 0 ? "whole" : number,
                            bench_watch_region, trial->one->watch);
    double clocks = 0;
    for (unsigned i = 0; changed && i < changed->n; i++)
        if (changed->rows[i].address >= trial->loop->first &&
            changed->rows[i].address < trial->loop->end)
            clocks += changed->rows[i].clocks;
    region_accounts_free(&accounts);
    return changed ? clocks / trial->loop->turns : -1;
}

static void print_loop(struct explained_case *one, const struct region_loop *which)
{
    struct explained_loop loop;
    struct loop_trial trial = {one, which};
    char name[96];
    if (explained_region_loop(&one->explained, one->watch, one->region, which, &loop))
        return;
    explain_lines(&loop);
    better_order_find(&loop, one->order->machine.cpu, try_loop, &trial);
    const struct explained_line *head = &loop.lines[0];
    if (head->file)
        snprintf(name, sizeof name, "loop at %.60s:%d", head->file, head->source_line);
    else
        snprintf(name, sizeof name, "loop at %08x", which->first);
    fputc('\n', one->to);
    explain_print_loop(&loop, name, &one->order->page, one->to);
    if (which == one->explained.loops)
        explain_write_svg(&loop, one->order);
    explained_loop_free(&loop);
}

static void print_loops(struct explained_case *one)
{
    const struct explained_region *explained = &one->explained;
    unsigned most = one->order->most_loops ? one->order->most_loops : 2;
    for (unsigned i = 0; i < explained->n_loops && i < most; i++)
        if (i == 0 || one->order->most_loops ||
            explained->loops[i].clocks >= SHARE_SHOWN * explained->clocks)
            print_loop(one, &explained->loops[i]);
    if (!explained->n_loops)
        fputs("\nno loop: its code is straight, or calls itself\n", one->to);
}

static void print_what_ifs(const struct explained_case *one)
{
    const struct what_ifs *what_ifs = &one->order->what_ifs;
    double clocks[WHAT_IFS_MOST];
    char number[16];
    snprintf(number, sizeof number, "%d", one->region->number);
    for (unsigned i = 0; i < what_ifs->n; i++) {
        const char *words[9];
        struct explain_machine machine = one->order->machine;
        struct region_accounts accounts;
        what_if_words(what_ifs->all[i], words);
        machine.more = words;
        clocks[i] = -1;
        if (bench_watch_accounts(one->watch, &machine, one->region->bench, &accounts))
            continue;
        const struct account_region *region = region_account_find(
            &accounts, one->region->bench, one->region->number < 0 ? "whole" : number,
            bench_watch_region, one->watch);
        clocks[i] = region ? region->corrected / region->repetitions : -1;
        region_accounts_free(&accounts);
    }
    if (what_ifs->n)
        fputc('\n', one->to);
    what_ifs_print(what_ifs, one->explained.clocks, clocks, "of the region", one->order->page.width,
                   one->to);
}

/* What else there is of the case. */
static void print_others(const struct explained_case *one, const struct region_accounts *accounts)
{
    for (unsigned i = 0; i < accounts->n; i++) {
        const struct account_region *other = &accounts->all[i];
        if (other == one->region || strcmp(other->bench, one->region->bench) || other->number < 0)
            continue;
        const char *name = bench_watch_region(one->watch, other->bench, other->number);
        fprintf(one->to, "not shown: region %d%s%s%s, %s clocks (%s:%d)\n", other->number,
                name ? " \"" : "", name ? name : "", name ? "\"" : "",
                number_text(other->corrected / other->repetitions, 0), other->bench, other->number);
    }
}

static void explain_region(struct explained_case *one)
{
    title(one);
    explained_region_make(&one->explained, one->watch, one->region);
    print_sums(one);
    if (!one->order->brief)
        print_loops(one);
    print_what_ifs(one);
    explained_region_free(&one->explained);
}

/* Cases stand together in the file. */
static int explain_cases(struct bench_watch *watch, const struct explain_order *order,
                         const struct region_accounts *accounts, const char *region, FILE *to)
{
    unsigned shown = 0;
    for (unsigned i = 0; i < accounts->n; i++) {
        const char *bench = accounts->all[i].bench;
        if (i && !strcmp(bench, accounts->all[i - 1].bench))
            continue;
        struct explained_case one = {.watch = watch, .order = order, .to = to};
        one.region = region_account_find(accounts, bench, region, bench_watch_region, watch);
        if (!one.region)
            continue;
        if (shown++)
            fputc('\n', to);
        explain_region(&one);
        if (!region)
            print_others(&one, accounts);
    }
    if (shown)
        return EXIT_FINE;
    if (region)
        say("none of what was named has a region '%s'", region);
    else
        say("nothing was counted of it: the run said no clocks of a region");
    return EXIT_USAGE;
}

int explain_bench(const char *name, const struct explain_order *order, FILE *to)
{
    struct bench_watch watch;
    struct region_accounts accounts;
    char *region, *bench = split_region(name, &region);
    int status = EXIT_USAGE;
    if (!machine_has_pipes(&order->machine))
        say("--cpu %s: benchmarks are explained for p54c and p55c; -c explains code for others",
            order->machine.cpu);
    else if (bench_watch_open(&watch, &order->machine, order->kernel) == 0) {
        if (bench_watch_accounts(&watch, &order->machine, bench, &accounts) == 0) {
            status = explain_cases(&watch, order, &accounts, region, to);
            region_accounts_free(&accounts);
        }
        bench_watch_close(&watch);
    }
    free(bench);
    free(region);
    return status;
}
