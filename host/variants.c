/*
 * SPDX-License-Identifier: MIT
 * A benchmark's name tells its variant: "apps/checksum:size=4K:variant=after".
 */
#include "host/variants.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/memory.h"
#include "host/metrics/causes.h"
#include "host/places.h"
#include "host/show/show.h"
#include "host/table.h"

#define ARGUMENT ":variant="

/* A region of a variant whose clocks were counted. */
struct variant {
    const struct result *place;
    char *stem; /* the benchmark's name without the variant */
    char *name; /* the variant */
    bool printed;
};

struct variants {
    struct variant *variants; /* as they came */
    unsigned n;
};

/* One result speaks for its place: that which counts its clocks. */
static bool counts_clocks(const struct run *run, const struct result *result)
{
    if (!strcmp(result->event, "time_stamp"))
        return !places_event(run, result, "count_clocks", result->ablate);
    return !strcmp(result->event, "count_clocks");
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

/* The cause whose clocks changed most, CAUSES for the rest; -1 where no cause was counted. */
static int main_cause(const struct clocks *first, const struct clocks *now)
{
    int most = CAUSES;
    bool counted = false;
    for (int c = 0; c < CAUSES; c++)
        counted = counted || (!isnan(first->causes[c]) && !isnan(now->causes[c]));
    for (int c = 0; c < CAUSES; c++)
        if (fabs(clocks_by(now, (unsigned)c) - clocks_by(first, (unsigned)c)) >
            fabs(clocks_by(now, (unsigned)most) - clocks_by(first, (unsigned)most)))
            most = c;
    return counted ? most : -1;
}

/* Behind the rest, in which a change has no event of its own, what is known of its instructions. */
static void explain(struct table *table, const struct clocks *first, const struct clocks *now)
{
    double change = now->all - first->all;
    int cause = main_cause(first, now);
    if (cause < 0) {
        table_cell(table, 4, "no cause was counted");
        return;
    }
    double of_cause = clocks_by(now, (unsigned)cause) - clocks_by(first, (unsigned)cause);
    char instructions[80] = "";
    if (cause == CAUSES && !isnan(first->instructions) && !isnan(now->instructions))
        snprintf(instructions, sizeof instructions, "; instructions %s to %s",
                 number_text(first->instructions, 0), number_text(now->instructions, 0));
    if (round(10 * change) != 0)
        table_cell(table, 4, "%s: %s%s of %s%s clocks%s", causes[cause].text,
                   of_cause > 0 ? "+" : "", number_text(of_cause, 0), change > 0 ? "+" : "",
                   number_text(change, 0), instructions);
}

static void add_row(struct table *table, const struct variant *variant, const struct clocks *first,
                    const struct clocks *now)
{
    table_row(table);
    table_cell(table, 0, "%s", variant->name);
    table_cell(table, 1, "%s", number_text(now->all, 1));
    table_cell(table, 2, "%s", number_text(now->all / now->instructions, 2));
    if (first == now)
        return;
    table_cell(table, 3, "x %s", number_text(first->all / now->all, 2));
    explain(table, first, now);
}

static void add_group(struct table *table, const struct run *run, struct variants *all,
                      unsigned from)
{
    struct variant *first = &all->variants[from];
    const struct result *place = first->place;
    struct clocks of_first = clocks_of(run, place);
    char region[160];
    bool ablated = strcmp(place->ablate, "none");
    table_line(table, "\n%s   %s   %s%s%s", first->stem,
               result_region_text(place, region, sizeof region), place->state,
               ablated ? ", without " : "", ablated ? place->ablate : "");
    add_row(table, first, &of_first, &of_first);
    for (unsigned i = from + 1; i < all->n; i++) {
        struct variant *variant = &all->variants[i];
        if (!belong_together(first, variant))
            continue;
        struct clocks clocks = clocks_of(run, variant->place);
        add_row(table, variant, &of_first, &clocks);
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
                   {"what changed most", TABLE_LEFT}};
    struct variants all = find(run);
    struct table *table = table_new(sizeof columns / sizeof columns[0]);
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++)
        table_column(table, i, columns[i].header, columns[i].side);
    for (unsigned i = 0; i < all.n; i++)
        if (!all.variants[i].printed)
            add_group(table, run, &all, i);
    show_machine(run, to);
    if (all.n)
        table_print(table, to, false);
    else
        fputs("No clocks of a benchmark with an argument `variant`.\n", to);
    table_free(table);
    variants_free(&all);
}
