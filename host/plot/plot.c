/*
 * SPDX-License-Identifier: MIT
 * bareprobe plot: draws a picture of one or several runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/metrics/named_events.h"
#include "host/plot/gnuplot.h"
#include "host/plot/picture.h"
#include "host/store/find_run.h"
#include "host/base/write_file.h"
#include "kernel/settings/suggest.h"

#define SILICON "silicon:" /* prefix of a table's name */

struct asked {
    const struct picture_kind *kind;
    const char *file;
    bool any_platform, script; /* script: written instead of drawn */
};

static const struct picture_kind *kind_named(const char *name)
{
    struct suggestion suggestion = {0};
    for (const struct picture_kind *const *kind = picture_kinds; *kind; kind++) {
        if (!strcmp((*kind)->name, name))
            return *kind;
        suggest_offer(&suggestion, name, strlen(name), (*kind)->name);
    }
    if (suggestion.best)
        say("'%s' is not a kind of plot; did you mean %s?", name, suggestion.best);
    else
        say("'%s' is not a kind of plot; allowed: bars, stack, sweep, ablation, compare, latency, "
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
static int take_format(const char *file, struct asked *asked, struct picture *picture)
{
    asked->file = file;
    asked->script = ends_in(file, ".gp");
    picture->format = ends_in(file, ".png") || asked->script ? PICTURE_PNG : PICTURE_SVG;
    if (!strcmp(file, "-") || asked->script || ends_in(file, ".png") || ends_in(file, ".svg"))
        return 0;
    say("-o: '%s' must end in .png, .svg, or .gp (gnuplot script)", file);
    return -1;
}

static int draw(struct picture *picture, const struct asked *asked)
{
    size_t length, drawn_length = 0;
    char *script = picture_script(asked->kind, picture, &length);
    int status;
    if (!script) {
        say("%s %s: %s", asked->kind->name, picture->run->source, picture->why_not);
        free(picture->why_not);
        return EXIT_USAGE;
    }
    if (asked->script) {
        status = write_whole(asked->file, script, length);
    } else {
        char *drawn = gnuplot_draw(script, length, &drawn_length);
        status = drawn ? write_whole(asked->file, drawn, drawn_length) : EXIT_TARGET;
        free(drawn);
    }
    free(script);
    if (status == EXIT_FINE && strcmp(asked->file, "-"))
        printf("%s\n%s", asked->file, picture->note ? picture->note : "");
    free(picture->note);
    return status;
}

static int refuse_platforms(const struct run *one, const struct run *other)
{
    say("%s is %s and %s is %s: different platforms are not comparable; --any-platform compares "
        "them anyway",
        one->source, platform_sentence(one->platform), other->source,
        platform_sentence(other->platform));
    return EXIT_USAGE;
}

static int draw_two(char **names, unsigned n, const char *store, struct picture *picture,
                    const struct asked *asked)
{
    struct run *runs[2] = {runs_find(names[0], store), NULL};
    picture->store = store;
    int status = EXIT_USAGE;
    if (n == 2 && may_have_other(asked->kind) && !strncmp(names[1], SILICON, strlen(SILICON)))
        picture->silicon = names[1] + strlen(SILICON);
    else if (runs[0] && n == 2)
        runs[1] = runs_find(names[1], store);
    picture->run = runs[0];
    picture->other = runs[1];
    for (unsigned i = 0; i < 2; i++)
        if (runs[i])
            named_events_add(runs[i], picture->selection.event);
    if (runs[0])
        selection_check(&picture->selection, runs[0]);
    if (!runs[0] || (n == 2 && !runs[1] && !picture->silicon))
        ; /* already reported */
    else if (runs[1] && !may_have_other(asked->kind) && runs[0]->platform != runs[1]->platform &&
             !asked->any_platform)
        status = refuse_platforms(runs[0], runs[1]);
    else
        status = draw(picture, asked);
    run_free(runs[0]);
    run_free(runs[1]);
    return status;
}

static int draw_many(char **names, unsigned n, const char *store, struct picture *picture,
                     const struct asked *asked)
{
    struct run **runs = NULL;
    unsigned found = 0;
    int status = EXIT_FINE;
    while (found < n && status == EXIT_FINE) {
        struct run *run = runs_find(names[found], store);
        if (!run)
            status = EXIT_USAGE;
        else
            *(struct run **)memory_add(&runs, &found, sizeof *runs) = run;
        if (run)
            named_events_add(run, picture->selection.event);
        if (run && run->platform != runs[0]->platform && !asked->any_platform)
            status = refuse_platforms(runs[0], run);
    }
    if (status == EXIT_FINE) {
        picture->run = runs[0];
        picture->runs = (const struct run *const *)runs;
        picture->n_runs = n;
        selection_check(&picture->selection, runs[0]);
        status = draw(picture, asked);
    }
    for (unsigned i = 0; i < found; i++)
        run_free(runs[i]);
    free(runs);
    return status;
}

/* Returns whether the kind accepts n runs; otherwise prints a message. */
static bool check_number(const struct picture_kind *kind, int n)
{
    const char *more = may_have_two(kind) ? " or 2" : may_have_many(kind) ? " or more" : "";
    if (n == (int)kind->runs || (may_have_two(kind) && n == 2) || (may_have_many(kind) && n > 1))
        return true;
    say("%s: expected %u RUN%s%s, got %d", kind->name, kind->runs, kind->runs == 1 ? "" : "s", more,
        n);
    return false;
}

static int plot(int argc, char **argv)
{
    struct picture picture = {0};
    struct asked asked = {0};
    const char *store = NULL, *file = NULL;
    const struct option_spec options[] = {
        {'o', "output", &file, NULL},
        SELECTION_OPTIONS(picture.selection),
        {0, "axis", &picture.axis, NULL},
        {0, "series", &picture.series, NULL},
        {0, "any-platform", NULL, &asked.any_platform},
        {0, "kernel", &picture.kernel, NULL},
        {0, "db", &store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = options_read(&verb_plot, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (n == 0) {
        say("expected a kind of plot");
        return verb_usage(&verb_plot);
    }
    asked.kind = kind_named(argv[1]);
    if (!asked.kind)
        return EXIT_USAGE;
    if (!check_number(asked.kind, n - 1))
        return verb_usage(&verb_plot);
    char *usual = memory_print("%s.png", asked.kind->name);
    if (take_format(file ? file : usual, &asked, &picture))
        status = EXIT_USAGE;
    else
        status = (may_have_many(asked.kind) ? draw_many : draw_two)(argv + 2, (unsigned)n - 1,
                                                                    store, &picture, &asked);
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
    .run = plot,
};
