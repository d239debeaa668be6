/*
 * SPDX-License-Identifier: MIT
 * bareprobe compare: shows what changed from one run to another.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/compare/effects.h"
#include "host/compare/sampled_pairs.h"
#include "host/metrics/named_events.h"
#include "host/run/event_lookup.h"
#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/silicon/silicon_compare.h"
#include "host/store/find_run.h"

struct asked {
    struct selection selection;
    const struct comparison_form *form;
    struct kernels kernels;
    bool all, any_platform;
    double level, fail_above, min_change; /* fail_above: percent, or NAN */
};

/* A rise of clocks or shares fails. With -e, a rise of a selected event fails. */
static bool fails(const struct effect *effect, const struct asked *asked)
{
    if (effect->pair->kind == OF_SHARES)
        return effect->significant && effect->pair->difference.change > asked->fail_above;
    bool counts = asked->selection.event || !strcmp(event_unit(effect->pair->a->event), "clocks");
    return counts && effect->significant && effect->percent > asked->fail_above;
}

#define MOST_NAMED 3 /* rows that the message on a rise names */

/* Appends `thesis/wc region 0 "sum" count_clocks` to the names. */
static void row_add(char **names, const struct effect *effect)
{
    char bench[EFFECT_BYTES], where[EFFECT_BYTES], what[EFFECT_BYTES];
    char *name = memory_print("%s %s %s", effect_bench(effect, bench), effect_where(effect, where),
                              effect_what(effect, what));
    memory_append(names, "; ", name);
    free(name);
}

static int judge(const struct effects *effects, const struct asked *asked)
{
    unsigned failed = 0;
    char *names = NULL;
    if (isnan(asked->fail_above))
        return EXIT_FINE;
    for (unsigned i = 0; i < effects->n; i++)
        if (fails(&effects->effects[i], asked) && ++failed <= MOST_NAMED)
            row_add(&names, &effects->effects[i]);
    if (failed > MOST_NAMED)
        say("%u rows rose by more than %g %%: %s; and %u more", failed, asked->fail_above, names,
            failed - MOST_NAMED);
    else if (failed)
        say("%u row%s rose by more than %g %%: %s", failed, failed == 1 ? "" : "s",
            asked->fail_above, names);
    free(names);
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

/*
 * The settings of the model can be the subject of a comparison, and nothing else in it shows them.
 */
static void say_simulators(const struct run *a, const struct run *b)
{
    if (strcmp(a->simulator, b->simulator) != 0)
        say("the virtual Pentium ran with %s in %s and with %s in %s",
            *a->simulator ? a->simulator : "default settings", a->source,
            *b->simulator ? b->simulator : "default settings", b->source);
}

/* Reports once how many pairs have different pages in the two runs. */
static void say_paging(const struct run *a, const struct run *b, const struct pairs *pairs)
{
    unsigned other = 0;
    const struct pair *pair = NULL;
    for (unsigned i = 0; i < pairs->n; i++)
        if (strcmp(result_paging(pairs->pairs[i].a), result_paging(pairs->pairs[i].b))) {
            pair = pair ? pair : &pairs->pairs[i];
            other++;
        }
    if (pair)
        say("%u of %u rows were measured with paging=%s in %s and paging=%s in %s", other, pairs->n,
            result_paging(pair->a), a->source, result_paging(pair->b), b->source);
}

static int compare_runs(const struct run *a, const struct run *b, const struct asked *asked)
{
    if (a->platform != b->platform && !asked->any_platform) {
        say("%s is %s and %s is %s: different platforms are not comparable; --any-platform "
            "compares them anyway",
            a->source, platform_sentence(a->platform), b->source, platform_sentence(b->platform));
        return EXIT_USAGE;
    }
    struct pairs pairs;
    selection_check(&asked->selection, a);
    pairs_make_all(&pairs, a, b, &asked->selection, asked->level, &asked->kernels);
    int status = EXIT_USAGE;
    if (pairs.n == 0) {
        say("the runs have no selected row in common (%u only in %s, %u only in %s, %u without a "
            "number)",
            pairs.only_a, a->source, pairs.only_b, b->source, pairs.no_number);
    } else {
        say_paging(a, b, &pairs);
        say_simulators(a, b);
        status = tell(a, b, &pairs, asked);
    }
    pairs_free(&pairs);
    return status;
}

/* Returns whether an option was given that is valid only for two runs. */
static bool is_for_two_runs(const struct asked *asked)
{
    const struct selection *s = &asked->selection;
    return s->bench || s->event || s->region || s->state || s->ring || s->ablate ||
           asked->any_platform || asked->min_change > 0 || asked->kernels.before ||
           asked->kernels.after;
}

static int compare_silicon(const char *name, const char *chip, const struct asked *asked,
                           bool two_runs, const char *store)
{
    if (two_runs || is_for_two_runs(asked)) {
        say("a chip's table is always compared as a whole: only the options --fail-above and --db "
            "apply to it");
        return EXIT_USAGE;
    }
    struct run *run = runs_find(name, store);
    int status = run ? silicon_compare(run, chip, asked->fail_above) : EXIT_USAGE;
    run_free(run);
    return status;
}

static int compare(int argc, char **argv)
{
    struct asked asked = {.level = 0.95, .fail_above = NAN};
    const char *store = NULL, *level = NULL, *fail_above = NULL, *form = NULL;
    const char *min_change = NULL;
    const struct option_spec options[] = {
        SELECTION_OPTIONS(asked.selection),
        {'a', "all", NULL, &asked.all},
        {'f', "format", &form, NULL},
        {0, "min-change", &min_change, NULL},
        {0, "level", &level, NULL},
        {0, "fail-above", &fail_above, NULL},
        {0, "any-platform", NULL, &asked.any_platform},
        {0, "kernel-before", &asked.kernels.before, NULL},
        {0, "kernel-after", &asked.kernels.after, NULL},
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = options_read(&verb_compare, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments > 0 && silicon_asks_help(argv[n_arguments])) {
        silicon_print_help();
        return EXIT_FINE;
    }
    if (n_arguments != 2) {
        say("expected two RUNs, got %d", n_arguments);
        return verb_usage(&verb_compare);
    }
    double percent_level = 95;
    if ((level && option_number("--level", level, 50, 99.999, &percent_level)) ||
        (min_change && option_number("--min-change", min_change, 0, 1e6, &asked.min_change)) ||
        (fail_above && option_number("--fail-above", fail_above, 0, 1e6, &asked.fail_above)))
        return EXIT_USAGE;
    asked.level = percent_level / 100;
    asked.form = comparison_form(form ? form : "table");
    if (!asked.form)
        return EXIT_USAGE;
    if (silicon_is_named(argv[1])) {
        say("the run must be the first argument: bareprobe compare RUN %s", argv[1]);
        return EXIT_USAGE;
    }
    if (silicon_is_named(argv[2]))
        return compare_silicon(argv[1], argv[2], &asked, level || form, store);
    struct run *a = runs_find(argv[1], store), *b = a ? runs_find(argv[2], store) : NULL;
    if (a && b) {
        named_events_add(a, asked.selection.event);
        named_events_add(b, asked.selection.event);
    }
    status = a && b ? compare_runs(a, b, &asked) : EXIT_USAGE;
    run_free(a);
    run_free(b);
    return status;
}

const struct verb verb_compare = {
    .name = "compare",
    .synopsis =
        "RUN RUN|silicon:CHIP [-b GLOB] [-e GLOB] [-a] [-f FORM] "
        "[--fail-above PCT]",
    .summary = "compare two runs, or a run with a real chip",
    .help =
        "  -b, --bench GLOB, -e, --event GLOB, -r, --region REGION\n"
        "                        select results, as in 'bareprobe show'\n"
        "      --state GLOB, --ring GLOB, --ablate GLOB\n"
        "                        select results by state, ring or disabled\n"
        "                        feature, as in 'bareprobe show'\n"
        "  -a, --all             show unchanged rows, too\n"
        "  -f, --format FORM     table (default), csv, json, markdown; csv and json have\n"
        "                        all rows\n"
        "      --min-change PCT  hide changes smaller than PCT percent\n"
        "      --level PCT       confidence level of the intervals (default 95)\n"
        "      --fail-above PCT  exit with status 1 if a row rose significantly by more\n"
        "                        than PCT percent: a row in clocks, or with -e a selected\n"
        "                        one; for a profile, if a function's share of the samples\n"
        "                        rose by more than PCT percentage points\n"
        "      --any-platform    allow comparing a real chip with a model or an emulator\n"
        "      --kernel-before FILE, --kernel-after FILE\n"
        "                        kernel images that ran, for the functions of profiles\n"
        "      --db FILE         store to look up RUN in (default $BAREPROBE_DB, else\n"
        "                        bareprobe.db in this directory)\n"
        "\n"
        "The largest change is first, the geometric mean of all clocks last. A change is\n"
        "significant by Welch's t test at 5 % for all rows together (Holm). For sampled\n"
        "runs, the rows are: each function's share of a profile's samples (Fisher's exact\n"
        "test, Newcombe's interval); mean rates per 1,000 clocks, with their spread over\n"
        "repetitions; multiplexing estimates, with their spread over rounds; times\n"
        "between stamps.\n"
        "Example: bareprobe compare last~1 last -e count_clocks --fail-above 2\n"
        "\n"
        "silicon:CHIP, such as silicon:p54c-100, is a table of the latency and throughput\n"
        "of each form of instruction on a real chip; 'compare silicon:help' lists the\n"
        "tables. Each row of a run of instr/* gets a verdict: same (within 0.1 clocks),\n"
        "differs, doubtful, board (depends on the board), not measured. silicon:any uses\n"
        "the chip most similar to the run, silicon:FILE.tsv a table from a file. With\n"
        "--fail-above, the exit status is 1 if more than PCT percent of the compared rows\n"
        "differ.\n"
        "Example: bareprobe compare last silicon:p54c-100\n",
    .run = compare,
};
