/*
 * SPDX-License-Identifier: MIT
 * bareprobe compare: shows what changed from one run to another.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/data/metrics/overhead_results.h"
#include "host/data/run/result_notes.h"
#include "host/analysis/compare/compared_places.h"
#include "host/analysis/compare/effects.h"
#include "host/analysis/compare/sampled_pairs.h"
#include "host/analysis/silicon/silicon_comparison.h"
#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/data/metrics/named_events.h"
#include "host/data/run/event_lookup.h"
#include "host/data/store/run_lookup.h"

struct compare_options {
    struct result_selection selection;
    struct compared_places places;
    const struct comparison_format *format;
    struct kernels kernels;
    bool all, any_platform;
    double level, fail_above, min_change; /* fail_above: percent, or NAN */
};

/* A rise of clocks or shares fails. With -e, a rise of a selected event fails. */
static bool compare_verb_effect_fails(const struct effect *effect,
                                      const struct compare_options *asked)
{
    if (effect->pair->kind == OF_SHARES)
        return effect->significant && effect->pair->difference.change > asked->fail_above;
    bool counts =
        asked->selection.event || !strcmp(event_lookup_unit(effect->pair->a->event), "clocks");
    return counts && effect->significant && effect->percent > asked->fail_above;
}

#define MOST_NAMED 3 /* rows that the message on a rise names */

/* Appends `thesis/wc region 0 "sum" count_clocks` to the names. */
static void compare_verb_add_name(char **names, const struct effect *effect)
{
    char bench[EFFECT_BYTES], where[EFFECT_BYTES], what[EFFECT_BYTES];
    char *name = allocate_text("%s %s %s", effect_bench(effect, bench), effect_where(effect, where),
                               effect_what(effect, what));
    allocate_appended(names, "; ", name);
    free(name);
}

static int compare_verb_status(const struct effects *effects, const struct compare_options *asked)
{
    unsigned failed = 0;
    char *names = NULL;
    if (isnan(asked->fail_above))
        return EXIT_FINE;
    for (unsigned i = 0; i < effects->n; i++)
        if (compare_verb_effect_fails(&effects->effects[i], asked) && ++failed <= MOST_NAMED)
            compare_verb_add_name(&names, &effects->effects[i]);
    if (failed > MOST_NAMED)
        message_print("%u rows rose by more than %g %%: %s; and %u more", failed, asked->fail_above,
                      names, failed - MOST_NAMED);
    else if (failed)
        message_print("%u row%s rose by more than %g %%: %s", failed, failed == 1 ? "" : "s",
                      asked->fail_above, names);
    free(names);
    return failed ? EXIT_REGRESSION : EXIT_FINE;
}

static int compare_verb_print(const struct run *a, const struct run *b,
                              const struct result_pairs *pairs, const struct compare_options *asked)
{
    struct effects effects;
    effects_make(&effects, pairs, asked->min_change);
    const struct comparison comparison = {a, b, pairs, &effects, asked->level, asked->all};
    asked->format->write(&comparison, stdout, colour_on(STDOUT_FILENO));
    int status = compare_verb_status(&effects, asked);
    effects_free(&effects);
    return status;
}

/*
 * The settings of the model can be the subject of a comparison, and nothing else in it shows them.
 */
static void compare_verb_report_settings(const struct run *a, const struct run *b)
{
    if (strcmp(a->simulator, b->simulator) != 0)
        message_print("the virtual Pentium ran with %s in %s and with %s in %s",
                      *a->simulator ? a->simulator : "default settings", a->source,
                      *b->simulator ? b->simulator : "default settings", b->source);
}

/* Reports once how many pairs have different pages in the two runs. */
static void compare_verb_report_paging(const struct run *a, const struct run *b,
                                       const struct result_pairs *pairs)
{
    unsigned other = 0;
    const struct result_pair *pair = NULL;
    for (unsigned i = 0; i < pairs->n; i++)
        if (strcmp(result_paging(pairs->pairs[i].a), result_paging(pairs->pairs[i].b))) {
            pair = pair ? pair : &pairs->pairs[i];
            other++;
        }
    if (pair)
        message_print("%u of %u rows were measured with paging=%s in %s and paging=%s in %s", other,
                      pairs->n, result_paging(pair->a), a->source, result_paging(pair->b),
                      b->source);
}

/* Returns -1 after a message if the format has no place for the rows of sampled runs. */
static int compare_verb_check_rows(const struct result_pairs *pairs,
                                   const struct compare_options *asked)
{
    if (asked->format->write != counts_comparison_write)
        return 0;
    for (unsigned i = 0; i < pairs->n; i++)
        if (pairs->pairs[i].kind == OF_RESULTS)
            return 0;
    message_print(
        "--format: 'counts' shows counts of regions, and these runs have only samples in common; "
        "use table, csv, json or markdown");
    return -1;
}

static int compare_verb_runs(const struct run *a, const struct run *b,
                             const struct compare_options *asked)
{
    if (a->platform != b->platform && !asked->any_platform) {
        message_print(
            "%s is %s and %s is %s: different platforms are not comparable; --any-platform "
            "compares them anyway",
            a->source, run_platform_sentence(a->platform), b->source,
            run_platform_sentence(b->platform));
        return EXIT_USAGE;
    }
    struct result_pairs pairs;
    selection_check(&asked->selection, a);
    sampled_pairs_make(&pairs, a, b, &asked->selection, asked->level, &asked->kernels);
    int status = EXIT_USAGE;
    const char *note = result_note_no_region(a);
    if (!note)
        note = result_note_no_region(b);
    if (pairs.n == 0 && note) {
        message_print("the runs have no row in common: %s", note);
    } else if (pairs.n == 0) {
        message_print(
            "the runs have no selected row in common (%u only in %s, %u only in %s, %u without a "
            "number)",
            pairs.only_a, a->source, pairs.only_b, b->source, pairs.no_number);
    } else if (!compare_verb_check_rows(&pairs, asked)) {
        compare_verb_report_paging(a, b, &pairs);
        compare_verb_report_settings(a, b);
        status = compare_verb_print(a, b, &pairs, asked);
    }
    result_pairs_free(&pairs);
    return status;
}

/* Returns whether an option was given that is valid only for two runs. */
static bool compare_verb_needs_two_runs(const struct compare_options *asked)
{
    const struct result_selection *s = &asked->selection;
    return s->bench || s->event || s->region || s->state || s->ring || s->ablate ||
           asked->any_platform || asked->min_change > 0 || asked->kernels.before ||
           asked->kernels.after;
}

static int compare_verb_silicon(const char *name, const char *chip,
                                const struct compare_options *asked, bool two_runs,
                                const char *store)
{
    if (two_runs || compare_verb_needs_two_runs(asked)) {
        message_print(
            "a chip's table is always compared as a whole: only the options --fail-above and --db "
            "apply to it");
        return EXIT_USAGE;
    }
    struct run *run = run_lookup(name, store);
    int status = run ? silicon_comparison_report(run, chip, asked->fail_above) : EXIT_USAGE;
    run_free(run);
    return status;
}

static int compare_verb(int argc, char **argv)
{
    struct compare_options asked = {.level = 0.95, .fail_above = NAN};
    const char *store = NULL, *level = NULL, *fail_above = NULL, *format = NULL;
    const char *min_change = NULL;
    const char *benches[OPTION_MOST_REPEATS + 1] = {0}, *regions[OPTION_MOST_REPEATS + 1] = {0};
    const struct option_spec options[] = {
        {'b', "bench...", benches, NULL},
        {'e', "event,", &asked.selection.event, NULL},
        {'r', "region...", regions, NULL},
        {0, "state", &asked.selection.state, NULL},
        {0, "ring", &asked.selection.ring, NULL},
        {0, "ablate", &asked.selection.ablate, NULL},
        {'a', "all", NULL, &asked.all},
        {'f', "format", &format, NULL},
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
    int status = verb_options_read(&verb_compare, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (n_arguments > 0 && silicon_asks_help(argv[n_arguments])) {
        silicon_comparison_help();
        return EXIT_FINE;
    }
    if (compared_places_read(&asked.places, benches, regions, &asked.selection))
        return EXIT_USAGE;
    if (n_arguments == 1 && asked.places.two)
        argv[++n_arguments] = argv[1]; /* two places of one run */
    if (n_arguments != 2) {
        message_print(
            "expected two RUNs, got %d; one RUN is compared with itself if -b or -r is "
            "given twice",
            n_arguments);
        return verb_usage(&verb_compare);
    }
    double percent_level = 95;
    if ((level && verb_option_number("--level", level, 50, 99.999, &percent_level)) ||
        (min_change && verb_option_number("--min-change", min_change, 0, 1e6, &asked.min_change)) ||
        (fail_above && verb_option_number("--fail-above", fail_above, 0, 1e6, &asked.fail_above)))
        return EXIT_USAGE;
    asked.level = percent_level / 100;
    asked.format = comparison_format_find(format ? format : "table");
    if (!asked.format)
        return EXIT_USAGE;
    if (silicon_is_named(argv[1])) {
        message_print("the run must be the first argument: bareprobe compare RUN %s", argv[1]);
        return EXIT_USAGE;
    }
    if (silicon_is_named(argv[2]))
        return compare_verb_silicon(argv[1], argv[2], &asked, level || format, store);
    struct run *a = run_lookup(argv[1], store), *b = a ? run_lookup(argv[2], store) : NULL;
    if (a && b) {
        overhead_results_add(a);
        named_results_add(a, asked.selection.event);
        overhead_results_add(b);
        named_results_add(b, asked.selection.event);
    }
    status = a && b && !compared_places_align(&asked.places, a, b, &asked.selection)
                 ? compare_verb_runs(a, b, &asked)
                 : EXIT_USAGE;
    run_free(a);
    run_free(b);
    return status;
}

const struct verb verb_compare = {
    .name = "compare",
    .synopsis =
        "RUN RUN|silicon:CHIP [-b GLOB] [-e GLOB] [-a] [-f FORM] "
        "[--fail-above PCT]\n"
        "       bareprobe compare RUN [RUN] -b BENCH -b BENCH [-r REGION -r REGION] [-e GLOB]",
    .summary = "compare two runs, benchmarks or regions, or a run with a real chip",
    .help =
        "  -b, --bench GLOB, -e, --event GLOB, -r, --region REGION\n"
        "                        select results, as in 'bareprobe show'; -b or -r given\n"
        "                        twice compare the first benchmark, case or region with\n"
        "                        the second, of one RUN or of two\n"
        "      --state GLOB, --ring GLOB, --ablate GLOB\n"
        "                        select results by state, ring or disabled\n"
        "                        feature, as in 'bareprobe show'\n"
        "  -a, --all             show unchanged rows, too\n"
        "  -f, --format FORM     table (default), csv, json, markdown, counts (events as\n"
        "                        rows; both counts with their intervals, and the\n"
        "                        difference); csv, json and counts have all rows\n"
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
        "         bareprobe compare last -b thesis/program1 -b thesis/program2 -f counts\n"
        "\n"
        "silicon:CHIP, such as silicon:p54c-100, is a table of the latency and throughput\n"
        "of each form of instruction on a real chip; 'compare silicon:help' lists the\n"
        "tables. Each row of a run of instr/* gets a verdict: same (within 0.1 clocks),\n"
        "differs, doubtful, board (depends on the board), not measured. silicon:any uses\n"
        "the chip most similar to the run, silicon:FILE.tsv a table from a file. If its\n"
        "first line begins with maker and signature, # GenuineIntel000052C, its rows are\n"
        "compared like those of a built-in table of that family. With --fail-above, the\n"
        "exit status is 1 if more than PCT percent of the compared rows differ.\n"
        "Example: bareprobe compare last silicon:p54c-100\n",
    .run = compare_verb,
};
