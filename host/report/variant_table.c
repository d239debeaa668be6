/*
 * SPDX-License-Identifier: MIT
 * The table of variants. The variant is an argument in the benchmark's name:
 * "apps/checksum:size=4K:variant=after".
 */
#include "host/report/variant_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/metrics/clock_causes.h"
#include "host/run/event_lookup.h"
#include "host/run/result_index.h"
#include "host/run/run_heading.h"
#include "host/base/text_table.h"
#include "pmc/documented.h"

#define ARGUMENT ":variant="

/* A region of a variant, with counted clocks. */
struct variant {
    const struct result *place;
    char *stem; /* the benchmark's name without the variant */
    char *name; /* the variant */
    bool printed;
};

struct variants {
    struct variant *variants; /* in the order of arrival */
    unsigned n;
};

/* Each place is represented by the result that counts its clocks. */
static bool counts_clocks(const struct run *run, const struct result *result)
{
    if (!strcmp(result->event, "time_stamp"))
        return !places_event(run, result, "count_clocks", result->ablate);
    return event_is_clocks(result->event);
}

static struct variants find(const struct run *run)
{
    struct variants found = {0};
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        const char *argument = strstr(result->bench, ARGUMENT);
        if (!argument || !result_ok(result) || !counts_clocks(run, result))
            continue;
        const char *name = argument + strlen(ARGUMENT), *end = strchrnul(name, ':');
        struct variant *variant = memory_add(&found.variants, &found.n, sizeof *variant);
        variant->place = result;
        variant->name = memory_print("%.*s", (int)(end - name), name);
        variant->stem = memory_print("%.*s%s", (int)(argument - result->bench), result->bench, end);
    }
    return found;
}

static void variants_free(struct variants *variants)
{
    for (unsigned i = 0; i < variants->n; i++) {
        free(variants->variants[i].name);
        free(variants->variants[i].stem);
    }
    free(variants->variants);
}

static bool belong_together(const struct variant *a, const struct variant *b)
{
    const struct result *in_a = a->place, *in_b = b->place;
    return in_a->plan == in_b->plan && in_a->region == in_b->region && in_a->ring == in_b->ring &&
           in_a->state == in_b->state && in_a->ablate == in_b->ablate && !strcmp(a->stem, b->stem);
}

/* Causes with a documented cost but without an event that counts their clocks. */
static const struct {
    const char *event, *price, *text;
} priced[] = {
    {"pipeline_flushes", "mispredict_u", "mispredicted branches"},
    {"bank_conflicts", "bank_conflict", "bank conflicts"},
    {"misaligned_data_memory_or_IO_references", "misaligned_penalty", "misaligned accesses"},
};
enum { PRICED = sizeof priced / sizeof priced[0], REST = CAUSES + PRICED, ACCOUNTS };

/* Clocks of a variant by cause: counted causes, causes with a documented cost, the rest. */
struct account {
    struct clocks clocks;
    double lost[ACCOUNTS];
    bool counted; /* any cause except the rest */
    double pairs; /* percentage of instructions executed in pairs; NAN: not counted */
};

static unsigned price_of(const struct run *run, unsigned which)
{
    bool p55c = (run->signature >> 4 & 15) == 4; /* by the model in its signature */
    const char *price = documented(priced[which].price, p55c ? "P55C" : "P5");
    return price ? (unsigned)strtoul(price, NULL, 10) : 0;
}

static struct account account_of(const struct run *run, const struct result *place)
{
    struct account account = {.clocks = clocks_of(run, place)};
    for (unsigned c = 0; c < CAUSES; c++) {
        account.lost[c] = clocks_by(&account.clocks, c);
        account.counted |= !isnan(account.clocks.causes[c]);
    }
    const struct result *v_pipe =
        places_event(run, place, "instructions_executed_in_v_pipe", place->ablate);
    account.pairs =
        v_pipe && result_ok(v_pipe) ? 200 * v_pipe->values.mean / account.clocks.instructions : NAN;
    double rest = clocks_by(&account.clocks, CAUSES);
    for (unsigned i = 0; i < PRICED; i++) {
        const struct result *result = places_event(run, place, priced[i].event, place->ablate);
        if (!result || !result_ok(result))
            continue;
        account.lost[CAUSES + i] = price_of(run, i) * fmax(result->values.mean, 0);
        account.counted = true;
        rest -= account.lost[CAUSES + i];
    }
    account.lost[REST] = fmax(rest, 0);
    return account;
}

static unsigned most_changed(const struct account *first, const struct account *now)
{
    unsigned most = REST;
    for (unsigned i = 0; i < REST; i++)
        if (fabs(now->lost[i] - first->lost[i]) > fabs(now->lost[most] - first->lost[most]))
            most = i;
    return most;
}

/* Formats "-30,000 (75 %)". */
static void print_change(char *text, size_t size, double part, double whole)
{
    snprintf(text, size, "%s%s (%s %%)", part > 0 ? "+" : "", number_text(part, 0),
             number_text(100 * part / whole, 0));
}

/* Describes issue: the number of instructions, and the share executed in pairs. */
static void explain_issue(struct table *table, const char *change, const struct account *first,
                          const struct account *now)
{
    char pairs[80] = "";
    if (!isnan(first->pairs) && !isnan(now->pairs))
        snprintf(pairs, sizeof pairs, "; pairs %s to %s %%", number_text(first->pairs, 0),
                 number_text(now->pairs, 0));
    table_cell(table, 4, "issue and the rest: %s; instructions %s to %s%s", change,
               number_text(first->clocks.instructions, 0), number_text(now->clocks.instructions, 0),
               pairs);
}

static void explain(struct table *table, const struct run *run, const struct account *first,
                    const struct account *now)
{
    unsigned most = most_changed(first, now);
    char change[120];
    print_change(change, sizeof change, now->lost[most] - first->lost[most],
                 now->clocks.all - first->clocks.all);
    if (!first->counted || !now->counted)
        table_cell(table, 4, "no cause was counted");
    else if (round(10 * now->clocks.all) == round(10 * first->clocks.all))
        table_cell(table, 4, "no change");
    else if (most < CAUSES)
        table_cell(table, 4, "%s: %s", causes[most].text, change);
    else if (most < REST)
        table_cell(table, 4, "%s, %u clocks each: %s", priced[most - CAUSES].text,
                   price_of(run, most - CAUSES), change);
    else
        explain_issue(table, change, first, now);
}

static void add_row(struct table *table, const struct variant *variant, const struct clocks *clocks)
{
    table_row(table);
    table_cell(table, 0, "%s", variant->name);
    table_cell(table, 1, "%s", number_text(clocks->all, 1));
    table_cell(table, 2, "%s", number_text(clocks->all / clocks->instructions, 2));
}

static void add_heading(struct table *table, const struct variant *first)
{
    const struct result *place = first->place;
    char region[160];
    bool ablated = strcmp(place->ablate, "none");
    table_line(table, "\n%s   %s   %s%s%s", first->stem,
               result_region_text(place, region, sizeof region), place->state,
               ablated ? ", without " : "", ablated ? place->ablate : "");
}

static void add_group(struct table *table, const struct run *run, struct variants *all,
                      unsigned from)
{
    struct variant *first = &all->variants[from];
    struct account of_first = account_of(run, first->place);
    add_heading(table, first);
    add_row(table, first, &of_first.clocks);
    for (unsigned i = from + 1; i < all->n; i++) {
        struct variant *variant = &all->variants[i];
        if (!belong_together(first, variant))
            continue;
        struct account account = account_of(run, variant->place);
        add_row(table, variant, &account.clocks);
        table_cell(table, 3, "x %s", number_text(of_first.clocks.all / account.clocks.all, 2));
        explain(table, run, &of_first, &account);
        variant->printed = true;
    }
}

void variants_print(const struct run *run, FILE *to)
{
    static const struct {
        const char *header;
        enum table_side side;
    } columns[] = {{"variant", TABLE_LEFT},
                   {"clocks", TABLE_RIGHT},
                   {"CPI", TABLE_RIGHT},
                   {"gain", TABLE_RIGHT},
                   {"largest change, clocks", TABLE_LEFT}};
    struct variants all = find(run);
    struct table *table = table_new(sizeof columns / sizeof columns[0]);
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++)
        table_column(table, i, columns[i].header, columns[i].side);
    for (unsigned i = 0; i < all.n; i++)
        if (!all.variants[i].printed)
            add_group(table, run, &all, i);
    run_heading(run, to);
    if (all.n)
        table_print(table, to, false);
    else
        fputs("No selected benchmark has an argument `variant` and a count of clocks.\n", to);
    table_free(table);
    variants_free(&all);
}
