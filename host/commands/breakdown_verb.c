/*
 * SPDX-License-Identifier: MIT
 * bareprobe breakdown: divides the clocks of a run's regions into parts.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/data/run/result_notes.h"
#include "host/analysis/breakdown/breakdown_formats.h"
#include "host/analysis/breakdown/family_parts.h"
#include "host/analysis/breakdown/stall_distances.h"
#include "host/base/atomic_file.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/data/run/run_heading.h"
#include "host/data/store/run_lookup.h"

enum breakdown_format { FORM_TABLES, FORM_SUMMARY, FORM_CSV, FORM_JSON, FORMS };

static int breakdown_verb_parse_format(const char *name, enum breakdown_format *form)
{
    static const char *const names[FORMS] = {"table", "summary", "csv", "json"};
    for (unsigned i = 0; i < FORMS; i++)
        if (!strcmp(names[i], name)) {
            *form = (enum breakdown_format)i;
            return 0;
        }
    message_print("--format: '%s' is not a format; allowed: table, summary, csv, json", name);
    return -1;
}

static void breakdown_verb_print(const struct breakdowns *breakdowns, enum breakdown_format form,
                                 bool colour, FILE *to)
{
    if (form == FORM_CSV) {
        breakdown_csv(breakdowns, to);
    } else if (form == FORM_JSON) {
        breakdown_json(breakdowns, to);
    } else {
        run_heading(breakdowns->run, to);
        if (form == FORM_SUMMARY)
            breakdown_table_summary(breakdowns, colour, to);
        else
            breakdown_tables(breakdowns, colour, to);
    }
}

/* Reports an account that has no region of the run. */
static void breakdown_verb_check_truth(const struct breakdowns *breakdowns,
                                       const struct truth *truth)
{
    bool any = false;
    for (unsigned i = 0; i < breakdowns->n; i++)
        any |= breakdowns->all[i].has_truth;
    if (truth && breakdowns->n && !any)
        message_print("--truth: the file has none of the regions, or is of another processor");
}

static int breakdown_verb_show(const struct run *run, const struct breakdown_options *options,
                               enum breakdown_format form, const char *file)
{
    struct breakdowns breakdowns;
    char *text;
    size_t length;
    if (run_processor_name(run) && strcmp(run_processor_name(run), "p54c") &&
        strcmp(run_processor_name(run), "p55c") && !family_parts_of(run)) {
        message_print(
            "%s: the processor is %s; a breakdown needs the events of a Pentium, a "
            "Pentium Pro, II or III, or an Athlon",
            run->source, run->name);
        return EXIT_USAGE;
    }
    selection_check(options->selection, run);
    if (region_breakdowns_find(run, options, &breakdowns)) {
        region_breakdowns_free(&breakdowns);
        return EXIT_USAGE;
    }
    breakdown_verb_check_truth(&breakdowns, options->truth);
    FILE *to = open_memstream(&text, &length);
    breakdown_verb_print(&breakdowns, form,
                         (!file || !strcmp(file, "-")) && colour_on(STDOUT_FILENO), to);
    fclose(to);
    int status = breakdowns.n ? atomic_file_write(file, text, length) : EXIT_USAGE;
    const char *note = result_note_no_region(run);
    if (!breakdowns.n && note)
        message_print("%s: %s", run->source, note);
    else if (!breakdowns.n)
        message_print(
            "%s: no selected region has %s; 'bareprobe run -g breakdown' counts the "
            "events needed",
            run->source, family_parts_of(run) ? family_parts_of(run)->clocks : "count_clocks");
    free(text);
    region_breakdowns_free(&breakdowns);
    return status;
}

/* Prints the distances between the stalls of two runs, or of the variants of one. */
static int breakdown_verb_compare(const struct run *before, const struct run *after,
                                  const struct breakdown_options *options,
                                  enum breakdown_format form, const char *file)
{
    struct stall_comparisons found;
    char *text;
    size_t length;
    if (options->machine || options->profile || options->kernel) {
        message_print("--kl cannot be combined with --%s", options->machine   ? "machine"
                                                           : options->profile ? "profile"
                                                                              : "kernel");
        return EXIT_USAGE;
    }
    if (form != FORM_TABLES && form != FORM_CSV) {
        message_print("--kl: allowed formats: table, csv");
        return EXIT_USAGE;
    }
    if (stall_distances_find(before, after, options->selection, options->store, &found)) {
        stall_distances_free(&found);
        return EXIT_USAGE;
    }
    FILE *to = open_memstream(&text, &length);
    if (form == FORM_CSV) {
        stall_distance_csv(&found, to);
    } else {
        run_heading(before, to);
        if (after != before)
            run_heading(after, to);
        stall_distance_tables(&found, (!file || !strcmp(file, "-")) && colour_on(STDOUT_FILENO),
                              to);
    }
    fclose(to);
    int status = atomic_file_write(file, text, length);
    free(text);
    stall_distances_free(&found);
    return status;
}

static int breakdown_verb_compare_named(char **names, int n,
                                        const struct breakdown_options *options,
                                        enum breakdown_format form, const char *file)
{
    struct run *before = run_lookup(names[0], options->store);
    struct run *after = n == 2 && before ? run_lookup(names[1], options->store) : before;
    int status =
        before && after ? breakdown_verb_compare(before, after, options, form, file) : EXIT_USAGE;
    if (after != before)
        run_free(after);
    run_free(before);
    return status;
}

static int breakdown_verb(int argc, char **argv)
{
    struct result_selection selection = {0};
    struct breakdown_options asked = {.selection = &selection};
    const char *format = "table", *file = NULL, *truth = NULL;
    enum breakdown_format form;
    bool kl = false;
    const struct option_spec options[] = {
        SELECTION_OPTIONS(selection),         {'f', "format", &format, NULL},
        {0, "machine", &asked.machine, NULL}, {0, "profile", &asked.profile, NULL},
        {0, "truth", &truth, NULL},           {0, "kl", NULL, &kl},
        {0, "kernel", &asked.kernel, NULL},   {'o', "output", &file, NULL},
        {0, "db", &asked.store, NULL},        {0, NULL, NULL, NULL},
    };
    int n;
    int status = verb_options_read(&verb_breakdown, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (n != 1 && !(kl && n == 2)) {
        message_print("expected one RUN%s, got %d", kl ? " or two" : "", n);
        return verb_usage(&verb_breakdown);
    }
    if (breakdown_verb_parse_format(format, &form))
        return EXIT_USAGE;
    if (kl && truth) {
        message_print("--kl cannot be combined with --truth");
        return EXIT_USAGE;
    }
    if (kl)
        return breakdown_verb_compare_named(argv + 1, n, &asked, form, file);
    struct truth *model = truth ? truth_read(truth) : NULL;
    if (truth && !model)
        return EXIT_USAGE;
    asked.truth = model;
    struct run *run = run_lookup(argv[1], asked.store);
    status = run ? breakdown_verb_show(run, &asked, form, file) : EXIT_USAGE;
    run_free(run);
    truth_free(model);
    return status;
}

const struct verb verb_breakdown = {
    .name = "breakdown",
    .synopsis =
        "RUN [-b GLOB] [-r REGION] [-f FORMAT] [--profile RUN] [--machine RUN]\n"
        "       bareprobe breakdown RUN --truth FILE\n"
        "       bareprobe breakdown RUN [RUN] --kl",
    .summary = "break down the clocks of regions by cause",
    .help =
        "  -b, --bench GLOB, -r, --region REGION, --state, --ring, --ablate GLOB\n"
        "                       select regions, as in 'bareprobe show'\n"
        "  -f, --format FORMAT  table (default), summary (one line for each region and\n"
        "                       the medians), csv, json\n"
        "      --machine RUN    run of suite machine to read penalties from (default: the\n"
        "                       last one of this machine in the store, or documented\n"
        "                       penalties)\n"
        "      --profile RUN    run with experiment=profile to estimate `executing`, x87\n"
        "                       and prefixes from (default: the last profile of these\n"
        "                       benchmarks on this machine in the store)\n"
        "      --truth FILE     print the simulator's account of each part next to the\n"
        "                       estimate, with their Kullback-Leibler distance; FILE is\n"
        "                       written by 'bareprobe run --account FILE'\n"
        "      --kl             compare stalls of two multiplexed runs, or of the states\n"
        "                       and ablations of one, over rounds of instructions: the\n"
        "                       Kullback-Leibler distance of each source's distribution\n"
        "      --kernel FILE    kernel image that was sampled (default: the one installed\n"
        "                       with this program)\n"
        "  -o, --output FILE    write to FILE, atomically; - is standard output (default)\n"
        "      --db FILE        store to look up runs in (default $BAREPROBE_DB, else\n"
        "                       bareprobe.db in this directory)\n"
        "\n"
        "Each part is counted or estimated. An estimate is the number of events times the\n"
        "penalty of one event, or comes from a profile. Rows marked `difference` show the\n"
        "clocks added in a run with ablate=, in which a processor feature is off; they\n"
        "overlap the parts. The rest is not explained.\n"
        "host/analysis/breakdown/README.md compares the parts with the account of the\n"
        "virtual Pentium.\n"
        "A Pentium Pro, II, III and an Athlon have other parts, and the rest is `other`:\n"
        "host/analysis/breakdown/out_of_order.md.\n"
        "\n"
        "Example: bareprobe breakdown last -b 'thesis/*' -f summary\n",
    .run = breakdown_verb,
};
