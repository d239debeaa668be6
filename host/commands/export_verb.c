/*
 * SPDX-License-Identifier: MIT
 * bareprobe export: writes a run in another tool's format.
 */
#include "host/output/export/export.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/data/metrics/overhead_results.h"
#include "host/data/contribution/contribution.h"
#include "host/data/metrics/named_events.h"
#include "host/data/selection/result_selection.h"
#include "host/data/written/program_outcome.h"
#include "host/data/run/result_notes.h"
#include "host/data/store/run_lookup.h"
#include "host/base/atomic_file.h"
#include "kernel/settings/suggestions.h"

static const struct format format_contribution = {
    .name = "contribution",
    .summary = "the run's log for results/, with the machine's description, without paths",
};

static const struct format *const formats[] = {
    &format_csv,          &format_ndjson,   &format_gbench,       &format_perf_json,
    &format_perf_csv,     &format_bmf,      &format_likwid_csv,   &format_p5mon,
    &format_callgrind,    &format_folded,   &format_speedscope,   &format_gnuplot,
    &format_junit,        &format_findings, &format_markdown,     &format_series,
    &format_chrome_trace, &format_vcd,      &format_contribution,
};
#define FORMATS (sizeof formats / sizeof formats[0])

static void export_verb_list_formats(FILE *to)
{
    for (unsigned i = 0; i < FORMATS; i++)
        fprintf(to, "  %-12s %s\n", formats[i]->name, formats[i]->summary);
}

static const struct format *export_verb_find_format(const char *name)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; name && i < FORMATS; i++) {
        if (!strcmp(formats[i]->name, name))
            return formats[i];
        suggestions_offer(&suggestion, name, strlen(name), formats[i]->name);
    }
    if (!name)
        message_print("a format is required (-f FORMAT):");
    else if (suggestion.best)
        message_print("--format: '%s' is not a format; did you mean %s? Allowed:", name,
                      suggestion.best);
    else
        message_print("--format: '%s' is not a format; allowed:", name);
    export_verb_list_formats(stderr);
    return NULL;
}

static int export_verb_compare(const void *one, const void *other)
{
    const struct result *a = *(const struct result *const *)one;
    const struct result *b = *(const struct result *const *)other;
    return a->region != b->region ? (a->region > b->region) - (a->region < b->region)
                                  : (a > b) - (a < b);
}

/*
 * Orders the selected results. The wire has a benchmark's results pass by pass; variants keep the
 * order in which they arrived.
 */
static const struct result **
export_verb_results(const struct run *run, const struct result_selection *selection, unsigned *n)
{
    const struct result **results = allocate_zeroed(run->n_results * sizeof *results);
    bool *taken = allocate_zeroed(run->n_results * sizeof *taken);
    *n = 0;
    for (unsigned i = 0; i < run->n_results; i++) {
        unsigned from = *n;
        for (unsigned j = i; !taken[i] && j < run->n_results; j++) {
            if (taken[j] || (j > i && !export_same_variant(&run->results[i], &run->results[j])))
                continue;
            if (selection_matches(selection, &run->results[j]))
                results[(*n)++] = &run->results[j];
            if (j > i)
                taken[j] = true;
        }
        qsort(results + from, *n - from, sizeof *results, export_verb_compare);
    }
    free(taken);
    return results;
}

static const struct finding **
export_verb_findings(const struct run *run, const struct result_selection *selection, unsigned *n)
{
    const struct finding **findings = allocate_zeroed((run->n_findings + 1) * sizeof *findings);
    *n = 0;
    for (unsigned i = 0; i < run->n_findings; i++) {
        const struct finding *finding = &run->findings[i];
        if (selection_matches_variant(selection, finding->bench, finding->state, finding->ablate))
            findings[(*n)++] = finding;
    }
    return findings;
}

static int export_verb_write_file(const struct export *export, const struct format *format,
                                  const char *path)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&bytes, &length);
    int failed = to ? format->write(export, to) : -1;
    if (!to || fclose(to))
        die(EXIT_TARGET, "out of memory");
    int status = failed ? EXIT_USAGE : atomic_file_write(path, bytes, length);
    free(bytes);
    return status;
}

static void export_verb_report_empty(const struct run *run)
{
    if (!run->n_results && run_sampled(run, "profile"))
        message_print(
            "%s has samples but no results: use 'bareprobe profile -f FORMAT' for a profile, or "
            "--format ndjson for all data",
            run->source);
    else if (!run->n_results && run->n_samplings)
        message_print(
            "%s was sampled and has no results: use --format series, chrome-trace, vcd or ndjson",
            run->source);
    else
        result_notes_report_none_selected(run);
}

static int export_verb_run(struct run *run, const struct result_selection *selection,
                           const struct format *format, const char *path)
{
    unsigned n, n_findings;
    overhead_results_add(run);
    named_results_add(run, selection->event);
    selection_check(selection, run);
    const struct result **results = export_verb_results(run, selection, &n);
    const struct finding **findings = export_verb_findings(run, selection, &n_findings);
    struct export export = {run, results, n, findings, n_findings, selection};
    int status = EXIT_USAGE;
    if (n || (format->sampled && run->n_samplings))
        status = export_verb_write_file(&export, format, path);
    else
        export_verb_report_empty(run);
    result_notes_report_suspects(results, n, "");
    program_report_failures(run);
    free(results);
    free(findings);
    return status;
}

struct export_options {
    const char *store, *path, *label;
    struct result_selection selection;
    struct contribution_machine machine;
};

/* A contribution is the whole log, so that its reader can check everything. */
static int export_verb_contribution(const char *name, const struct export_options *asked)
{
    const struct result_selection *s = &asked->selection;
    struct contribution contribution;
    if (s->bench || s->event || s->region || s->state || s->ring || s->ablate) {
        message_print("a contribution is a whole log: no results can be selected");
        return EXIT_USAGE;
    }
    if (contribution_make(&contribution, name, asked->store, &asked->machine, asked->label))
        return EXIT_USAGE;
    const int status = atomic_file_write(asked->path, contribution.text, contribution.length);
    if (status == EXIT_FINE && contribution.paths)
        message_print("removed the directories of %u path%s", contribution.paths,
                      contribution.paths == 1 ? "" : "s");
    if (status == EXIT_FINE && contribution.unknown)
        message_print("the description is incomplete; add %s", contribution.unknown);
    contribution_free(&contribution);
    return status;
}

/* Returns the exit status after a message if an option of another format was given, or 0. */
static int export_verb_check_description(const struct contribution_machine *machine)
{
    if (!machine->machine && !machine->board && !machine->chip_set && !machine->bios)
        return 0;
    message_print(
        "--machine, --board, --chip-set and --bios describe a contribution: add "
        "-f contribution");
    return EXIT_USAGE;
}

static int export_verb_format(const char *name, const struct format *format,
                              const struct export_options *asked)
{
    int status = export_verb_check_description(&asked->machine);
    if (status)
        return status;
    struct run *run = run_lookup(name, asked->store);
    status = EXIT_USAGE;
    if (run && run_check_label(run, asked->label ? asked->label : run->label) == 0)
        status = export_verb_run(run, &asked->selection, format, asked->path);
    run_free(run);
    return status;
}

static int export_verb(int argc, char **argv)
{
    const char *name = NULL;
    struct export_options asked = {0};
    const struct option_spec options[] = {
        {'f', "format", &name, NULL},
        {'o', "output", &asked.path, NULL},
        SELECTION_OPTIONS(asked.selection),
        {0, "db", &asked.store, NULL},
        {0, "label", &asked.label, NULL},
        {0, "machine", &asked.machine.machine, NULL},
        {0, "board", &asked.machine.board, NULL},
        {0, "chip-set", &asked.machine.chip_set, NULL},
        {0, "bios", &asked.machine.bios, NULL},
        {0, NULL, NULL, NULL},
    };
    int n_arguments;
    int status = verb_options_read(&verb_export, argc, argv, options, &n_arguments);
    if (status >= 0)
        return status;
    if (name && !strcmp(name, "help")) {
        export_verb_list_formats(stdout);
        return EXIT_FINE;
    }
    const struct format *format = export_verb_find_format(name);
    if (!format)
        return EXIT_USAGE;
    if (n_arguments != 1) {
        message_print("expected one RUN, got %d", n_arguments);
        return verb_usage(&verb_export);
    }
    return format == &format_contribution ? export_verb_contribution(argv[1], &asked)
                                          : export_verb_format(argv[1], format, &asked);
}

const struct verb verb_export = {
    .name = "export",
    .synopsis = "RUN -f FORMAT [-o FILE] [-b GLOB] [-e GLOB] [-r REGION]",
    .summary = "write a run in the format of another tool",
    .help =
        "  -f, --format FORMAT   output format; 'bareprobe export -f help' lists them\n"
        "  -o, --output FILE     write to FILE, atomically; - is standard output\n"
        "                        (default)\n"
        "  -b, --bench GLOB, -e, --event GLOB, -r, --region REGION\n"
        "                        select results, as in 'bareprobe show'\n"
        "      --state GLOB, --ring GLOB, --ablate GLOB\n"
        "                        select results by state, ring or disabled\n"
        "                        feature, as in 'bareprobe show'\n"
        "      --label test      export a log of vpentium-test, which may claim to\n"
        "                        be a real chip\n"
        "      --machine NAME, --board NAME, --chip-set NAME, --bios NAME\n"
        "                        describe the machine in a contribution\n"
        "      --db FILE         store to look up RUN in (default $BAREPROBE_DB, else\n"
        "                        bareprobe.db in this directory)\n"
        "\n"
        "The names of events counted outside ring 0 end with the ring: data_read:u,\n"
        "data_read:uk. A result without a number is empty, null or omitted, never 0.\n"
        "\n"
        "contribution is the run's log, for the directory results/ of the sources: all of\n"
        "its lines, after the description of the machine. Only the directories of paths\n"
        "are removed. A run of the store needs its log, whose file name the store has.\n"
        "\n"
        "Example: bareprobe export last -f callgrind -o out\n"
        "         callgrind_annotate --threshold=100 out\n",
    .run = export_verb,
};
