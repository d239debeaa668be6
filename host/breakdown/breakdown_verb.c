/*
 * SPDX-License-Identifier: MIT
 * bareprobe breakdown: divides the clocks of a run's regions into parts.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/base/write_file.h"
#include "host/breakdown/breakdown_forms.h"
#include "host/run/run_heading.h"
#include "host/store/find_run.h"

enum form { FORM_TABLES, FORM_SUMMARY, FORM_CSV, FORM_JSON, FORMS };

static int take_form(const char *name, enum form *form)
{
    static const char *const names[FORMS] = {"table", "summary", "csv", "json"};
    for (unsigned i = 0; i < FORMS; i++)
        if (!strcmp(names[i], name)) {
            *form = (enum form)i;
            return 0;
        }
    say("--format: '%s' is none; allowed: table, summary, csv, json", name);
    return -1;
}

static void print(const struct breakdowns *breakdowns, enum form form, bool colour, FILE *to)
{
    if (form == FORM_CSV) {
        breakdown_csv(breakdowns, to);
    } else if (form == FORM_JSON) {
        breakdown_json(breakdowns, to);
    } else {
        run_heading(breakdowns->run, to);
        if (form == FORM_SUMMARY)
            breakdown_summary(breakdowns, colour, to);
        else
            breakdown_tables(breakdowns, colour, to);
    }
}

static int show(const struct run *run, const struct breakdowns_wish *wish, enum form form,
                const char *file)
{
    struct breakdowns breakdowns;
    char *text;
    size_t length;
    if (run_cpu(run) && strcmp(run_cpu(run), "p54c") && strcmp(run_cpu(run), "p55c")) {
        say("%s: a breakdown is of a Pentium's events; this is %s", run->source, run->name);
        return EXIT_USAGE;
    }
    selection_check(wish->selection, run);
    if (breakdowns_find(run, wish, &breakdowns)) {
        breakdowns_free(&breakdowns);
        return EXIT_USAGE;
    }
    FILE *to = open_memstream(&text, &length);
    print(&breakdowns, form, (!file || !strcmp(file, "-")) && colour_on(STDOUT_FILENO), to);
    fclose(to);
    int status = breakdowns.n ? write_whole(file, text, length) : EXIT_USAGE;
    if (!breakdowns.n)
        say("%s: no selected region has count_clocks; 'bareprobe run -g breakdown' counts what is "
            "needed",
            run->source);
    free(text);
    breakdowns_free(&breakdowns);
    return status;
}

static int breakdown_verb(int argc, char **argv)
{
    struct selection selection = {0};
    struct breakdowns_wish wish = {.selection = &selection};
    const char *format = "table", *file = NULL, *truth = NULL;
    enum form form;
    const struct option_spec options[] = {
        SELECTION_OPTIONS(selection),
        {'f', "format", &format, NULL},
        {0, "machine", &wish.machine, NULL},
        {0, "profile", &wish.profile, NULL},
        {0, "truth", &truth, NULL},
        {0, "kernel", &wish.kernel, NULL},
        {'o', "output", &file, NULL},
        {0, "db", &wish.store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = options_read(&verb_breakdown, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (n != 1) {
        say("one run has its clocks broken down; %d are named", n);
        return verb_usage(&verb_breakdown);
    }
    if (take_form(format, &form))
        return EXIT_USAGE;
    struct truth *model = truth ? truth_read(truth) : NULL;
    if (truth && !model)
        return EXIT_USAGE;
    wish.truth = model;
    struct run *run = runs_find(argv[1], wish.store);
    status = run ? show(run, &wish, form, file) : EXIT_USAGE;
    run_free(run);
    truth_free(model);
    return status;
}

const struct verb verb_breakdown = {
    .name = "breakdown",
    .synopsis =
        "RUN [-b GLOB] [-r REGION] [-f FORMAT] [--profile RUN] [--machine RUN]\n"
        "       bareprobe breakdown RUN --truth FILE",
    .summary = "say where the clocks of a run's regions went",
    .help =
        "  -b, --bench GLOB, -r, --region REGION, --state, --ring, --ablate GLOB\n"
        "                       which regions, as in 'bareprobe show'\n"
        "  -f, --format FORMAT  table (usual), summary (a line each, and medians), csv, json\n"
        "      --machine RUN    where penalties are from: a run of suite machine on this box;\n"
        "                       else the last one of it in the store, or documents\n"
        "      --profile RUN    where `executing`, x87 and prefixes are from: samples of these\n"
        "                       benchmarks on this box (experiment=profile); else the last\n"
        "                       one of it in the store\n"
        "      --truth FILE     beside it what the virtual Pentium itself says ('bareprobe run\n"
        "                       --account FILE'), with Kullback and Leibler's distance\n"
        "      --kernel FILE    the image that was sampled; else the one beside this program\n"
        "  -o, --output FILE    there whole or not at all; else, or with -, standard output\n"
        "      --db FILE        the store that runs are looked up in\n"
        "\n"
        "Each part is counted, or estimated: an event times what it costs, or by a profile. By\n"
        "difference is what a run with ablate= has lost without a feature: it overlaps the\n"
        "parts. What is left is not explained. How far this is from the truth, the virtual\n"
        "Pentium's own account tells: host/breakdown/README.md.\n"
        "\n"
        "Example: bareprobe breakdown last -b 'thesis/*' -f summary\n",
    .run = breakdown_verb,
};
