/*
 * SPDX-License-Identifier: MIT
 * bareprobe compare: what changed from one run to another, and what did not.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/compare/effects.h"
#include "host/run/event_lookup.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/store/find_run.h"

struct asked {
    struct selection selection;
    const struct comparison_form *form;
    bool all, any_platform;
    double level, fail_above, min_change; /* fail_above: percent, or NAN */
};

/* Rises of clocks fail; with -e, rises of what was asked for. */
static bool fails(const struct effect *effect, const struct asked *asked)
{
    bool counts = asked->selection.event || !strcmp(event_unit(effect->pair->a->event), "clocks");
    return counts && effect->significant && effect->percent > asked->fail_above;
}

static int judge(const struct effects *effects, const struct asked *asked)
{
    unsigned failed = 0;
    if (isnan(asked->fail_above))
        return EXIT_FINE;
    for (unsigned i = 0; i < effects->n; i++)
        failed += fails(&effects->effects[i], asked);
    if (failed)
        say("%u row%s rose by more than %g %%", failed, failed == 1 ? "" : "s", asked->fail_above);
    return failed ? EXIT_REGRESSION : EXIT_FINE;
}

static int tell(const struct run *a, const struct run *b, const struct pairs *pairs,
                const struct asked *asked)
{
    struct effects effects;
    effects_make(&effects, pairs, asked->min_change);
    const struct comparison comparison = {a, b, pairs, &effects, asked->level, asked->all};
    asked->form->write(&comparison, stdout, colour_on(STDOUT_FILENO));
    int status = judge(&effects, asked);
    effects_free(&effects);
    return status;
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
        status = tell(a, b, &pairs, asked);
    }
    pairs_free(&pairs);
    return status;
}

static int compare(int argc, char **argv)
{
    struct asked asked = {.level = 0.95, .fail_above = NAN};
    const char *store = NULL, *level = NULL, *fail_above = NULL, *form = "table";
    const char *min_change = NULL;
    const struct option_spec options[] = {
        SELECTION_OPTIONS(asked.selection),
        {'a', "all", NULL, &asked.all},
        {'f', "format", &form, NULL},
        {0, "min-change", &min_change, NULL},
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
        (min_change && option_number("--min-change", min_change, 0, 1e6, &asked.min_change)) ||
        (fail_above && option_number("--fail-above", fail_above, 0, 1e6, &asked.fail_above)))
        return EXIT_USAGE;
    asked.level = percent_level / 100;
    asked.form = comparison_form(form);
    if (!asked.form)
        return EXIT_USAGE;
    struct run *a = runs_find(argv[1], store), *b = a ? runs_find(argv[2], store) : NULL;
    status = a && b ? compare_runs(a, b, &asked) : EXIT_USAGE;
    run_free(a);
    run_free(b);
    return status;
}

const struct verb verb_compare = {
    .name = "compare",
    .synopsis = "RUN RUN [-b GLOB] [-e GLOB] [-r REGION] [-a] [-f FORM] [--fail-above PCT]",
    .summary = "tell what changed from one run to another",
    .help =
        "  -b, --bench GLOB, -e, --event GLOB, -r, --region REGION, --state, --ring, --ablate\n"
        "                        which results, as in 'bareprobe show'\n"
        "  -a, --all             rows that did not change, too\n"
        "  -f, --format FORM     table (default), csv, json, markdown; csv and json have all rows\n"
        "      --min-change PCT  not those that change by less\n"
        "      --level PCT       of the intervals of the change (95)\n"
        "      --fail-above PCT  end with status 1 if a row rose significantly by more than\n"
        "                        this: one in clocks, or with -e one of those asked for\n"
        "      --any-platform    compare silicon with a model or an emulator all the same\n"
        "      --db FILE         the store that RUN is looked up in\n"
        "\n"
        "The largest change comes first, the geometric mean of all clocks last.\n"
        "A change is significant by Welch's t test at 5 % for all rows together (Holm).\n"
        "Example: bareprobe compare last~1 last -e count_clocks --fail-above 2\n",
    .run = compare,
};
