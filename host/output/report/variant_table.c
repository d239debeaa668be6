/*
 * SPDX-License-Identifier: MIT
 * The table of variants. The variant is an argument in the benchmark's name:
 * "apps/checksum:size=4K:variant=after".
 */
#include "host/output/report/variant_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/number_text.h"
#include "host/data/metrics/clock_causes.h"
#include "host/data/run/event_lookup.h"
#include "host/data/run/result_index.h"
#include "host/data/run/run_heading.h"
#include "host/base/text_table.h"
#include "pmc/documented_values.h"

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
        return !result_index_event(run, result, "count_clocks", result->ablate);
    return event_is_clocks(result->event);
}

static struct variants variant_table_find(const struct run *run)
{
    struct variants found = {0};
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        const char *argument = strstr(result->bench, ARGUMENT);
        if (!argument || !result_ok(result) || !counts_clocks(run, result))
            continue;
        const char *name = argument + strlen(ARGUMENT), *end = strchrnul(name, ':');
        struct variant *variant = allocate_element(&found.variants, &found.n, sizeof *variant);
        variant->place = result;
        variant->name = allocate_text("%.*s", (int)(end - name), name);
        variant->stem =
            allocate_text("%.*s%s", (int)(argument - result->bench), result->bench, end);
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
struct variant_account {
    struct clock_causes clocks;
    double lost[ACCOUNTS];
    bool counted; /* any cause except the rest */
    double pairs; /* percentage of instructions executed in pairs; NAN: not counted */
};

static unsigned price_of(const struct run *run, unsigned which)
{
    bool p55c = (run->signature >> 4 & 15) == 4; /* by the model in its signature */
    const char *price = documented_value(priced[which].price, p55c ? "P55C" : "P5");
    return price ? (unsigned)strtoul(price, NULL, 10) : 0;
}

static struct variant_account variant_table_account(const struct run *run,
                                                    const struct result *place)
{
    struct variant_account account = {.clocks = clock_causes_of(run, place)};
    for (unsigned c = 0; c < CAUSES; c++) {
        account.lost[c] = clock_causes_lost(&account.clocks, c);
        account.counted |= !isnan(account.clocks.causes[c]);
    }
    const struct result *v_pipe =
        result_index_event(run, place, "instructions_executed_in_v_pipe", place->ablate);
    account.pairs =
        v_pipe && result_ok(v_pipe) ? 200 * v_pipe->values.mean / account.clocks.instructions : NAN;
    double rest = clock_causes_lost(&account.clocks, CAUSES);
    for (unsigned i = 0; i < PRICED; i++) {
        const struct result *result =
            result_index_event(run, place, priced[i].event, place->ablate);
        if (!result || !result_ok(result))
            continue;
        account.lost[CAUSES + i] = price_of(run, i) * fmax(result->values.mean, 0);
        account.counted = true;
        rest -= account.lost[CAUSES + i];
    }
    account.lost[REST] = fmax(rest, 0);
    return account;
}

static unsigned most_changed(const struct variant_account *first, const struct variant_account *now)
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
static void variant_table_add_issue(struct text_table *table, const char *change,
                                    const struct variant_account *first,
                                    const struct variant_account *now)
{
    char pairs[80] = "";
    if (!isnan(first->pairs) && !isnan(now->pairs))
        snprintf(pairs, sizeof pairs, "; pairs %s to %s %%", number_text(first->pairs, 0),
                 number_text(now->pairs, 0));
    text_table_cell(table, 4, "issue and the rest: %s; instructions %s to %s%s", change,
                    number_text(first->clocks.instructions, 0),
                    number_text(now->clocks.instructions, 0), pairs);
}

static void variant_table_add_cause(struct text_table *table, const struct run *run,
                                    const struct variant_account *first,
                                    const struct variant_account *now)
{
    unsigned most = most_changed(first, now);
    char change[120];
    print_change(change, sizeof change, now->lost[most] - first->lost[most],
                 now->clocks.all - first->clocks.all);
    if (!first->counted || !now->counted)
        text_table_cell(table, 4, "no cause was counted");
    else if (round(10 * now->clocks.all) == round(10 * first->clocks.all))
        text_table_cell(table, 4, "no change");
    else if (most < CAUSES)
        text_table_cell(table, 4, "%s: %s", causes[most].text, change);
    else if (most < REST)
        text_table_cell(table, 4, "%s, %u clocks each: %s", priced[most - CAUSES].text,
                        price_of(run, most - CAUSES), change);
    else
        variant_table_add_issue(table, change, first, now);
}

static void variant_table_add_row(struct text_table *table, const struct variant *variant,
                                  const struct clock_causes *clocks)
{
    text_table_add_row(table);
    text_table_cell(table, 0, "%s", variant->name);
    text_table_cell(table, 1, "%s", number_text(clocks->all, 1));
    text_table_cell(table, 2, "%s", number_text(clocks->all / clocks->instructions, 2));
}

static void variant_table_add_heading(struct text_table *table, const struct variant *first)
{
    const struct result *place = first->place;
    char region[160];
    bool ablated = strcmp(place->ablate, "none");
    text_table_line(table, "\n%s   %s   %s%s%s", first->stem,
                    run_region_text(place, region, sizeof region), place->state,
                    ablated ? ", without " : "", ablated ? place->ablate : "");
}

static void variant_table_add_group(struct text_table *table, const struct run *run,
                                    struct variants *all, unsigned from)
{
    struct variant *first = &all->variants[from];
    struct variant_account of_first = variant_table_account(run, first->place);
    variant_table_add_heading(table, first);
    variant_table_add_row(table, first, &of_first.clocks);
    for (unsigned i = from + 1; i < all->n; i++) {
        struct variant *variant = &all->variants[i];
        if (!belong_together(first, variant))
            continue;
        struct variant_account account = variant_table_account(run, variant->place);
        variant_table_add_row(table, variant, &account.clocks);
        text_table_cell(table, 3, "x %s", number_text(of_first.clocks.all / account.clocks.all, 2));
        variant_table_add_cause(table, run, &of_first, &account);
        variant->printed = true;
    }
}

void variant_table_print(const struct run *run, FILE *to)
{
    static const struct {
        const char *header;
        enum table_side side;
    } columns[] = {{"variant", TABLE_LEFT},
                   {"clocks", TABLE_RIGHT},
                   {"CPI", TABLE_RIGHT},
                   {"gain", TABLE_RIGHT},
                   {"largest change, clocks", TABLE_LEFT}};
    struct variants all = variant_table_find(run);
    struct text_table *table = text_table_new(sizeof columns / sizeof columns[0]);
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++)
        text_table_set_column(table, i, columns[i].header, columns[i].side);
    for (unsigned i = 0; i < all.n; i++)
        if (!all.variants[i].printed)
            variant_table_add_group(table, run, &all, i);
    run_heading(run, to);
    if (all.n)
        text_table_print(table, to, false);
    else
        fputs("No selected benchmark has an argument `variant` and a count of clocks.\n", to);
    text_table_free(table);
    variants_free(&all);
}
