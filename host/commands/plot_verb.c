/*
 * SPDX-License-Identifier: MIT
 * bareprobe plot: draws a picture of one or several runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/commands/all_verbs.h"
#include "host/data/metrics/overhead_results.h"
#include "host/data/metrics/named_events.h"
#include "host/output/plot/gnuplot.h"
#include "host/output/plot/picture_kinds.h"
#include "host/data/store/run_lookup.h"
#include "host/base/atomic_file.h"
#include "kernel/settings/suggestions.h"

#define SILICON "silicon:" /* prefix of a table's name */

struct plot_request {
    const struct picture_kind *kind;
    const char *file;
    bool any_platform, script; /* script: written instead of drawn */
};

static const struct picture_kind *plot_verb_find_kind(const char *name)
{
    struct suggestion suggestion = {0};
    for (const struct picture_kind *const *kind = picture_kinds; *kind; kind++) {
        if (!strcmp((*kind)->name, name))
            return *kind;
        suggestions_offer(&suggestion, name, strlen(name), (*kind)->name);
    }
    if (suggestion.best)
        message_print("'%s' is not a kind of plot; did you mean %s?", name, suggestion.best);
    else
        message_print(
            "'%s' is not a kind of plot; allowed: bars, stack, sweep, ablation, compare, latency, "
            "timeline, channels, skid, multiplex, breakdown",
            name);
    return NULL;
}

static bool may_have_other(const struct picture_kind *kind)
{
    return kind == &picture_latency;
}

/* Kinds that draw one run, or compare two. */
static bool may_have_two(const struct picture_kind *kind)
{
    return may_have_other(kind) || kind == &picture_stack;
}

static bool may_have_many(const struct picture_kind *kind)
{
    return kind == &picture_multiplex;
}

static bool ends_in(const char *text, const char *ending)
{
    size_t length = strlen(text), n = strlen(ending);
    return length >= n && !strcmp(text + length - n, ending);
}

/* Derives the format from the file's suffix. Returns 0, or -1 after a message. */
static int plot_verb_format(const char *file, struct plot_request *request, struct picture *picture)
{
    request->file = file;
    request->script = ends_in(file, ".gp");
    picture->format = ends_in(file, ".png") || request->script ? PICTURE_PNG : PICTURE_SVG;
    if (!strcmp(file, "-") || request->script || ends_in(file, ".png") || ends_in(file, ".svg"))
        return 0;
    message_print("-o: '%s' must end in .png, .svg, or .gp (gnuplot script)", file);
    return -1;
}

static int plot_verb_draw(struct picture *picture, const struct plot_request *request)
{
    size_t length, drawn_length = 0;
    char *script = picture_render(request->kind, picture, &length);
    int status;
    if (!script) {
        message_print("%s %s: %s", request->kind->name, picture->run->source, picture->why_not);
        free(picture->why_not);
        return EXIT_USAGE;
    }
    if (request->script) {
        status = atomic_file_write(request->file, script, length);
    } else {
        char *drawn = gnuplot_draw(script, length, &drawn_length);
        status = drawn ? atomic_file_write(request->file, drawn, drawn_length) : EXIT_TARGET;
        free(drawn);
    }
    free(script);
    if (status == EXIT_FINE && strcmp(request->file, "-"))
        printf("%s\n%s", request->file, picture->note ? picture->note : "");
    free(picture->note);
    return status;
}

static int plot_verb_refuse_platforms(const struct run *one, const struct run *other)
{
    message_print(
        "%s is %s and %s is %s: different platforms are not comparable; --any-platform compares "
        "them anyway",
        one->source, run_platform_sentence(one->platform), other->source,
        run_platform_sentence(other->platform));
    return EXIT_USAGE;
}

static int plot_verb_draw_two(char **names, unsigned n, const char *store, struct picture *picture,
                              const struct plot_request *request)
{
    struct run *runs[2] = {run_lookup(names[0], store), NULL};
    picture->store = store;
    int status = EXIT_USAGE;
    if (n == 2 && may_have_other(request->kind) && !strncmp(names[1], SILICON, strlen(SILICON)))
        picture->silicon = names[1] + strlen(SILICON);
    else if (runs[0] && n == 2)
        runs[1] = run_lookup(names[1], store);
    picture->run = runs[0];
    picture->other = runs[1];
    for (unsigned i = 0; i < 2; i++) {
        overhead_results_add(runs[i]);
        if (runs[i])
            named_results_add(runs[i], picture->selection.event);
    }
    if (runs[0])
        selection_check(&picture->selection, runs[0]);
    if (!runs[0] || (n == 2 && !runs[1] && !picture->silicon))
        ; /* already reported */
    else if (runs[1] && !may_have_other(request->kind) && runs[0]->platform != runs[1]->platform &&
             !request->any_platform)
        status = plot_verb_refuse_platforms(runs[0], runs[1]);
    else
        status = plot_verb_draw(picture, request);
    run_free(runs[0]);
    run_free(runs[1]);
    return status;
}

static int plot_verb_draw_many(char **names, unsigned n, const char *store, struct picture *picture,
                               const struct plot_request *request)
{
    struct run **runs = NULL;
    unsigned found = 0;
    int status = EXIT_FINE;
    while (found < n && status == EXIT_FINE) {
        struct run *run = run_lookup(names[found], store);
        if (!run)
            status = EXIT_USAGE;
        else
            *(struct run **)allocate_element(&runs, &found, sizeof *runs) = run;
        overhead_results_add(run);
        if (run)
            named_results_add(run, picture->selection.event);
        if (run && run->platform != runs[0]->platform && !request->any_platform)
            status = plot_verb_refuse_platforms(runs[0], run);
    }
    if (status == EXIT_FINE) {
        picture->run = runs[0];
        picture->runs = (const struct run *const *)runs;
        picture->n_runs = n;
        selection_check(&picture->selection, runs[0]);
        status = plot_verb_draw(picture, request);
    }
    for (unsigned i = 0; i < found; i++)
        run_free(runs[i]);
    free(runs);
    return status;
}

/* Returns whether the kind accepts n runs; otherwise prints a message. */
static bool plot_verb_check_number(const struct picture_kind *kind, int n)
{
    const char *more = may_have_two(kind) ? " or 2" : may_have_many(kind) ? " or more" : "";
    if (n == (int)kind->runs || (may_have_two(kind) && n == 2) || (may_have_many(kind) && n > 1))
        return true;
    message_print("%s: expected %u RUN%s%s, got %d", kind->name, kind->runs,
                  kind->runs == 1 ? "" : "s", more, n);
    return false;
}

static int plot_verb(int argc, char **argv)
{
    struct picture picture = {0};
    struct plot_request request = {0};
    const char *store = NULL, *file = NULL;
    const struct option_spec options[] = {
        {'o', "output", &file, NULL},
        SELECTION_OPTIONS(picture.selection),
        {0, "axis", &picture.axis, NULL},
        {0, "series", &picture.series, NULL},
        {0, "any-platform", NULL, &request.any_platform},
        {0, "kernel", &picture.kernel, NULL},
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = verb_options_read(&verb_plot, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (n == 0) {
        message_print("expected a kind of plot");
        return verb_usage(&verb_plot);
    }
    request.kind = plot_verb_find_kind(argv[1]);
    if (!request.kind)
        return EXIT_USAGE;
    if (!plot_verb_check_number(request.kind, n - 1))
        return verb_usage(&verb_plot);
    char *usual = allocate_text("%s.png", request.kind->name);
    if (plot_verb_format(file ? file : usual, &request, &picture))
        status = EXIT_USAGE;
    else
        status = (may_have_many(request.kind) ? plot_verb_draw_many : plot_verb_draw_two)(
            argv + 2, (unsigned)n - 1, store, &picture, &request);
    free(usual);
    return status;
}

const struct verb verb_plot = {
    .name = "plot",
    .synopsis = "KIND RUN [RUN|silicon:NAME]... [-o FILE] [-b GLOB] [-e GLOB] [-r REGION]",
    .summary = "plot one or more runs with gnuplot",
    .help =
        "  bars                 an event by region, with intervals; several with --event\n"
        "  stack RUN [RUN]      the CPI stack: clocks by cause, as in 'bareprobe\n"
        "                       breakdown', and the clocks not explained; for two runs,\n"
        "                       a bar for each, in shares of the first run's clocks\n"
        "  sweep                clocks per entry by an argument, or by the size in the\n"
        "                       names of regions or benchmarks, such as \"4K\"; for at\n"
        "                       least four points, prints the growth, such as O(n log n),\n"
        "                       fitted by least squares\n"
        "  ablation             clocks with branch prediction, the V pipe or the caches\n"
        "                       off\n"
        "  compare RUN RUN      clocks of two runs next to each other\n"
        "  latency RUN [RUN|silicon:NAME]\n"
        "                       clocks of a load by size and distance, of benchmarks\n"
        "                       chain/*; another run or a real chip, such as\n"
        "                       silicon:p54c-100, as points\n"
        "  timeline             events per 1,000 clocks over the time of a benchmark, one\n"
        "                       panel each, for experiment=rates; for\n"
        "                       experiment=multiplex, the estimate of each round and the\n"
        "                       exact count\n"
        "  channels             stamps of channels and hooks over time, one lane each,\n"
        "                       for experiment=channels\n"
        "  skid                 distance of samples from the instruction that caused\n"
        "                       them, one panel per source, for sampled/skid with\n"
        "                       experiment=profile\n"
        "  multiplex RUN...     error of multiplexing estimates by slice length and by\n"
        "                       number of groups, one line per event, for runs with\n"
        "                       experiment=multiplex that differ in these; events that\n"
        "                       are too rare are omitted\n"
        "  breakdown            clocks by cause over the time of a benchmark, stacked,\n"
        "                       with the CPI and the CPI of issue alone, for runs with\n"
        "                       -g breakdown experiment=multiplex\n"
        "\n"
        "  -o, --output FILE    .png, .svg, or .gp for the gnuplot script; - writes SVG\n"
        "                       to standard output (default KIND.png)\n"
        "  -b, --bench GLOB, -e, --event GLOB, -r, --region REGION\n"
        "                       select results, as in 'bareprobe show'\n"
        "      --state GLOB, --ring GLOB, --ablate GLOB\n"
        "                       select results by state, ring or disabled\n"
        "                       feature, as in 'bareprobe show'\n"
        "      --axis ARGUMENT  for sweep: the argument on the axis, or region for the\n"
        "                       size in regions' names (default: the first argument that\n"
        "                       is a number and differs); for multiplex: slice or groups\n"
        "      --series ARGUMENT  one line for each value of this argument (default: one\n"
        "                       for each combination of the other arguments)\n"
        "      --any-platform   allow comparing a real chip with a model or an emulator\n"
        "      --kernel FILE    for skid and stack: kernel image that ran (default: the\n"
        "                       one installed with this program)\n"
        "      --db FILE        store to look up RUN in (default $BAREPROBE_DB, else\n"
        "                       bareprobe.db in this directory)\n"
        "\n"
        "Without --event, plots the clocks, or another event if clocks were not counted.\n"
        "Example: bareprobe plot stack last -b 'thesis/*' -o stack.svg\n",
    .run = plot_verb,
};
