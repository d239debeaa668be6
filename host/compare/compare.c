/*
 * SPDX-License-Identifier: MIT
 * bareprobe compare: what changed from one run to another, and what did not.
 */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "host/compare/result_pairs.h"
#include "host/run/event_lookup.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/store/find_run.h"
#include "host/base/text_table.h"

#define FAMILY_LEVEL 0.05 /* of all rows together, after Holm */

struct asked {
    struct selection selection;
    bool all, any_platform;
    double level, fail_above; /* fail_above: percent, or NAN */
};

static bool significant(const struct pair *pair)
{
    return pair->p < FAMILY_LEVEL && pair->difference.change != 0;
}

static double percent(double part, double whole)
{
    return whole != 0 ? 100 * part / fabs(whole) : part == 0 ? 0 : copysign(INFINITY, part);
}

/* A percentage with as many decimals as show that it is not 0. */
static unsigned decimals_of(double percentage)
{
    double size = fabs(percentage);
    return size == 0 || size >= 0.05 ? 1 : size >= 0.0005 ? 3 : 6;
}

/* "-66.7 % [-66.7, -66.7]"; in the event's own units where there was nothing before. */
static void print_change(struct table *table, unsigned column, const struct pair *pair)
{
    const struct difference *d = &pair->difference;
    double before = pair->a->values.mean;
    double change = percent(d->change, before);
    int decimals = (int)decimals_of(change);
    if (d->change == 0 && d->half_width == 0)
        table_cell(table, column, "0");
    else if (before == 0)
        table_cell(table, column, "%s%s", d->change > 0 ? "+" : "", number_text(d->change, 1));
    else if (isinf(d->half_width))
        table_cell(table, column, "%+.*f %%", decimals, change);
    else
        table_cell(table, column, "%+.*f %% [%+.*f, %+.*f]", decimals, change, decimals,
                   percent(d->change - d->half_width, before), decimals,
                   percent(d->change + d->half_width, before));
}

static void print_row(struct table *table, const struct pair *pair)
{
    enum { BENCH, REGION, EVENT, BEFORE, AFTER, CHANGE, VERDICT };
    char region[160], variant[64] = "";
    const struct result *a = pair->a;
    if (strcmp(a->state, "warm") || strcmp(a->ablate, "none") || strcmp(a->ring, "kernel"))
        snprintf(variant, sizeof variant, " (%s%s%s%s%s)", a->state,
                 strcmp(a->ring, "kernel") ? ", ring " : "",
                 strcmp(a->ring, "kernel") ? a->ring : "",
                 strcmp(a->ablate, "none") ? ", without " : "",
                 strcmp(a->ablate, "none") ? a->ablate : "");
    table_row(table);
    table_cell(table, BENCH, "%s%s", a->bench, variant);
    table_cell(table, REGION, "%s", result_region_text(a, region, sizeof region));
    table_cell(table, EVENT, "%s", a->event);
    table_cell(table, BEFORE, "%s", number_text(a->values.mean, 1));
    table_cell(table, AFTER, "%s", number_text(pair->b->values.mean, 1));
    print_change(table, CHANGE, pair);
    table_cell(table, VERDICT, "%s",
               significant(pair)         ? "significant"
               : pair->difference.judged ? "no significant change"
                                         : "one sample: cannot be judged");
    if (significant(pair))
        table_bold(table);
}

static unsigned print_rows(const struct pairs *pairs, const struct asked *asked)
{
    static const char *const headers[] = {"benchmark", "region", "event", "before", "after"};
    struct table *table = table_new(7);
    char change[40];
    unsigned changed = 0;
    snprintf(change, sizeof change, "change (%g %%)", 100 * asked->level);
    for (unsigned c = 0; c < 5; c++)
        table_column(table, c, headers[c], c < 3 ? TABLE_LEFT : TABLE_RIGHT);
    table_column(table, 5, change, TABLE_RIGHT);
    table_column(table, 6, "", TABLE_LEFT);
    for (unsigned i = 0; i < pairs->n; i++) {
        changed += significant(&pairs->pairs[i]);
        if (asked->all || significant(&pairs->pairs[i]))
            print_row(table, &pairs->pairs[i]);
    }
    if (changed || asked->all)
        table_print(table, stdout, colour_on(STDOUT_FILENO));
    table_free(table);
    return changed;
}

static void print_summary(const struct pairs *pairs, unsigned changed)
{
    unsigned unjudged = 0;
    for (unsigned i = 0; i < pairs->n; i++)
        unjudged += !pairs->pairs[i].difference.judged;
    if (changed == 0)
        printf("no significant change in %u row%s (Holm, %g %%)\n", pairs->n,
               pairs->n == 1 ? "" : "s", 100 * FAMILY_LEVEL);
    else
        printf("%u of %u rows changed; the rest: no significant change (Holm, %g %%)\n", changed,
               pairs->n, 100 * FAMILY_LEVEL);
    if (unjudged)
        printf("%u rows have but one sample on a side and cannot be judged\n", unjudged);
    if (pairs->only_a || pairs->only_b)
        printf("%u rows only in the first run, %u only in the second\n", pairs->only_a,
               pairs->only_b);
    if (pairs->no_number)
        printf("%u rows without a number in one of the runs\n", pairs->no_number);
}

/* Rises of clocks fail; with -e, rises of what was asked for. */
static bool fails(const struct pair *pair, const struct asked *asked)
{
    bool counts = asked->selection.event || !strcmp(event_unit(pair->a->event), "clocks");
    return counts && significant(pair) &&
           percent(pair->difference.change, pair->a->values.mean) > asked->fail_above;
}

static int judge(const struct pairs *pairs, const struct asked *asked)
{
    unsigned failed = 0;
    if (isnan(asked->fail_above))
        return EXIT_FINE;
    for (unsigned i = 0; i < pairs->n; i++)
        failed += fails(&pairs->pairs[i], asked);
    if (failed)
        say("%u row%s rose by more than %g %%", failed, failed == 1 ? "" : "s", asked->fail_above);
    return failed ? EXIT_REGRESSION : EXIT_FINE;
}

static void print_machine(const char *label, const struct run *run)
{
    printf("%-7s %s: %s, %s MHz, build %s   (%s)\n", label, run->source,
           run->name[0] ? run->name : "processor not known",
           run->mhz > 0 ? number_text(run->mhz, 1) : "?", run->build[0] ? run->build : "not known",
           platform_sentence(run->platform));
}

static int compare_runs(const struct run *a, const struct run *b, const struct asked *asked)
{
    if (a->platform != b->platform && !asked->any_platform) {
        say("%s is %s and %s is %s: they cannot be compared as like with like; --any-platform does "
            "it all the same",
            a->source, platform_sentence(a->platform), b->source, platform_sentence(b->platform));
        return EXIT_USAGE;
    }
    struct pairs pairs;
    selection_check(&asked->selection, a);
    pairs_make(&pairs, a, b, &asked->selection, asked->level);
    int status = EXIT_USAGE;
    if (pairs.n == 0) {
        say("the runs have no row in common among those selected (%u only in %s, %u only in %s, %u "
            "without a number)",
            pairs.only_a, a->source, pairs.only_b, b->source, pairs.no_number);
    } else {
        print_machine("before", a);
        print_machine("after", b);
        putchar('\n');
        print_summary(&pairs, print_rows(&pairs, asked));
        status = judge(&pairs, asked);
    }
    pairs_free(&pairs);
    return status;
}

static int compare(int argc, char **argv)
{
    struct asked asked = {.level = 0.95, .fail_above = NAN};
    const char *store = NULL, *level = NULL, *fail_above = NULL;
    const struct option_spec options[] = {
        SELECTION_OPTIONS(asked.selection),
        {'a', "all", NULL, &asked.all},
        {0, "level", &level, NULL},
        {0, "fail-above", &fail_above, NULL},
        {0, "any-platform", NULL, &asked.any_platform},
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = options_read(&verb_compare, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments != 2) {
        say("two runs are compared; %d %s named", n_arguments, n_arguments == 1 ? "is" : "are");
        return verb_usage(&verb_compare);
    }
    double percent_level = 95;
    if ((level && option_number("--level", level, 50, 99.999, &percent_level)) ||
        (fail_above && option_number("--fail-above", fail_above, 0, 1e6, &asked.fail_above)))
        return EXIT_USAGE;
    asked.level = percent_level / 100;
    struct run *a = runs_find(argv[1], store), *b = a ? runs_find(argv[2], store) : NULL;
    status = a && b ? compare_runs(a, b, &asked) : EXIT_USAGE;
    run_free(a);
    run_free(b);
    return status;
}

const struct verb verb_compare = {
    .name = "compare",
    .synopsis = "RUN RUN [-b GLOB] [-e GLOB] [-r REGION] [-a] [--fail-above PCT]",
    .summary = "tell what changed from one run to another",
    .help =
        "  -b, --bench GLOB, -e, --event GLOB, -r, --region REGION, --state, --ring, --ablate\n"
        "                        which results, as in 'bareprobe show'\n"
        "  -a, --all             rows that did not change, too\n"
        "      --level PCT       of the intervals of the change (95)\n"
        "      --fail-above PCT  end with status 1 if a row rose significantly by more than\n"
        "                        this: one in clocks, or with -e one of those asked for\n"
        "      --any-platform    compare silicon with a model or an emulator all the same\n"
        "      --db FILE         the store that RUN is looked up in\n"
        "\n"
        "A change is significant by Welch's t test at 5 % for all rows together (Holm).\n"
        "Example: bareprobe compare last~1 last -e count_clocks --fail-above 2\n",
    .run = compare,
};
