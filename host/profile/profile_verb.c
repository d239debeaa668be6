/*
 * SPDX-License-Identifier: MIT
 * bareprobe profile: shows where in the code the samples of a run fell.
 */
#include "host/profile/skid.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/verb_options.h"
#include "host/base/write_file.h"
#include "host/run/run_heading.h"
#include "host/store/find_run.h"
#include "kernel/settings/suggest.h"

#define USUAL_ROWS   20
#define USUAL_EVENTS 4

struct asked {
    struct selection selection;
    const char *by_name, *annotate, *format_name, *file, *kernel, *store;
    const char *cpu;
    bool sim, all, next, skid, colour;
    enum profile_by by;
    const struct profile_format *format; /* NULL: tables */
};

static const struct profile_format *const formats[] = {
    &profile_csv,        &profile_callgrind, &profile_pprof,
    &profile_speedscope, &profile_folded,    &profile_gbench,
};
#define FORMATS (sizeof formats / sizeof formats[0])

static void list_formats(FILE *to)
{
    for (unsigned i = 0; i < FORMATS; i++)
        fprintf(to, "  %-11s %s\n", formats[i]->name, formats[i]->summary);
}

/* Returns 0, or -1 after a message. */
static int take_format(struct asked *asked)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; asked->format_name && i < FORMATS; i++) {
        if (!strcmp(formats[i]->name, asked->format_name)) {
            asked->format = formats[i];
            return 0;
        }
        suggest_offer(&suggestion, asked->format_name, strlen(asked->format_name),
                      formats[i]->name);
    }
    if (!asked->format_name)
        return 0;
    if (suggestion.best)
        say("--format: '%s' is not a format; did you mean %s? There are:", asked->format_name,
            suggestion.best);
    else
        say("--format: '%s' is not a format; there are:", asked->format_name);
    list_formats(stderr);
    return -1;
}

static int take_by(struct asked *asked)
{
    static const char *const names[] = {"function", "line", "instruction"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!asked->by_name || !strcmp(asked->by_name, names[i])) {
            asked->by = (enum profile_by)i;
            return 0;
        }
    say("--by: '%s' is none; allowed: function, line, instruction", asked->by_name);
    return -1;
}

static int annotate_all(const struct profiles *profiles, const struct asked *asked, FILE *to)
{
    bool any = false;
    struct suggestion suggestion = {0};
    for (unsigned p = 0; p < profiles->n; p++) {
        const struct profile *profile = &profiles->all[p];
        for (unsigned i = 0; i < profile->n; i++)
            if (profile->rows[i].known && profile->rows[i].spot.function)
                suggest_offer(&suggestion, asked->annotate, strlen(asked->annotate),
                              profile->rows[i].spot.function);
        if (!profile->n)
            continue;
        char *text;
        size_t length;
        FILE *part = open_memstream(&text, &length);
        bool there = profile_annotate(profile, asked->annotate, asked->colour, part);
        fclose(part);
        if (there) {
            fputs("\n", to);
            profile_heading(profile, to);
            fwrite(text, 1, length, to);
        }
        free(text);
        any = any || there;
    }
    if (any)
        return 0;
    if (!profiles->all[0].image)
        say("--annotate: there is no image to read '%s' from", asked->annotate);
    else if (suggestion.best)
        say("--annotate: no sample fell on '%s'; did you mean %s?", asked->annotate,
            suggestion.best);
    else
        say("--annotate: no sample fell on '%s'; 'bareprobe profile' lists where they fell",
            asked->annotate);
    return -1;
}

static int skids_print(const struct profiles *profiles, const struct asked *asked, FILE *to)
{
    if (skid_table(profiles, asked->colour, to))
        return 0;
    if (!profiles->all[0].image)
        say("--skid: only the image tells where the loop is that was sampled");
    else
        say("--skid: no sample fell on a loop called " SKID_LOOP "; sampled/skid has one");
    return -1;
}

static int print_tables(const struct profiles *profiles, const struct asked *asked, FILE *to)
{
    run_heading(profiles->all[0].run, to);
    if (asked->annotate)
        return annotate_all(profiles, asked, to);
    if (asked->skid)
        return skids_print(profiles, asked, to);
    for (unsigned p = 0; p < profiles->n; p++) {
        fputs("\n", to);
        profile_heading(&profiles->all[p], to);
        if (profiles->all[p].n)
            profile_table(&profiles->all[p], asked->by, asked->all ? 0 : USUAL_ROWS,
                          asked->all || asked->selection.event ? 0 : USUAL_EVENTS, asked->colour,
                          to);
    }
    return 0;
}

/* Reports profiles without samples, which have no shares. */
static unsigned tell_empty(const struct profiles *profiles)
{
    unsigned with = 0;
    for (unsigned p = 0; p < profiles->n; p++) {
        const struct profile *profile = &profiles->all[p];
        with += profile->samples > 0;
        if (profile->samples > 0)
            continue;
        if (profile->announced > 0)
            say("%s (%s): none of its %.0f samples arrived", profile->first->bench,
                profile->first->state, profile->announced);
        else
            say("%s (%s): no sample was taken: all its repetitions together are shorter than the "
                "time between two; more repetitions or a faster source give some",
                profile->first->bench, profile->first->state);
    }
    return with;
}

static int write_profiles(const struct profiles *profiles, const struct asked *asked)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    int failed =
        asked->format ? asked->format->write(profiles, to) : print_tables(profiles, asked, to);
    fclose(to);
    int status = failed ? EXIT_USAGE : write_whole(asked->file, text, length);
    free(text);
    return status;
}

static int show_profiles(const struct run *run, const struct asked *asked)
{
    struct profiles profiles;
    unsigned profiled = 0;
    int status = EXIT_USAGE;
    for (unsigned i = 0; i < run->n_samplings; i++)
        profiled += !strcmp(run->samplings[i].experiment, "profile");
    if (!profiled) {
        for (unsigned i = 0; asked->sim && i < run->n_mishaps; i++)
            say("%s", run->mishaps[i].what);
        if (!asked->sim || !run->n_mishaps)
            say("%s has no profile: nothing in it was run with experiment=profile", run->source);
        return EXIT_USAGE;
    }
    selection_check(&asked->selection, run);
    struct debug_image *image = profile_image_find(run, asked->kernel);
    profiles_find(&profiles, run, &asked->selection, image, asked->next || asked->skid);
    if (!profiles.n)
        say("%s: none of its %u profiled passes is selected", run->source, profiled);
    else if (tell_empty(&profiles))
        status = write_profiles(&profiles, asked);
    profiles_free(&profiles);
    if (image)
        debug_image_close(image);
    return status;
}

/* ---- measuring first ------------------------------------------------------------------------- */

/* Executes `bareprobe run` with the log; returns its status. */
static int run_into(const char *log, const struct asked *asked, char **arguments, unsigned n)
{
    const char *const pairs[][2] = {
        {"-b", arguments[0]},   {"-e", asked->selection.event}, {"-o", log},
        {"--report", "none"},   {"--cpu", asked->cpu},          {"--kernel", asked->kernel},
        {"--db", asked->store},
    };
    const unsigned n_pairs = sizeof pairs / sizeof pairs[0];
    char **words = memory_get((2 * n_pairs + n + 2) * sizeof *words);
    unsigned at = 0;
    words[at++] = memory_text("run");
    for (unsigned i = 0; i < n_pairs; i++)
        for (unsigned k = 0; pairs[i][1] && k < 2; k++)
            words[at++] = memory_text(pairs[i][k]);
    words[at++] = memory_text("experiment=profile");
    for (unsigned i = 1; i < n; i++)
        words[at++] = arguments[i];
    return verb_run.run((int)at, words);
}

/* Measures, and returns the run as far as it was received; it is in the store too. NULL if nothing
 * was received. */
static struct run *measure(const struct asked *asked, char **arguments, unsigned n, int *status)
{
    const char *folder = getenv("TMPDIR");
    char *log = memory_print("%s/bareprobe-XXXXXX", folder ? folder : "/tmp");
    int file = mkstemp(log);
    struct run *run = NULL;
    if (file < 0)
        die(EXIT_TARGET, "%s: no file can be made there", log);
    close(file);
    *status = run_into(log, asked, arguments, n);
    if (*status == EXIT_FINE || *status == EXIT_REGRESSION)
        run = runs_find(log, NULL);
    unlink(log);
    free(log);
    return run;
}

/* Returns the named run, or measures one for --sim; NULL after a message, with the exit status. */
static struct run *take_run(const struct asked *asked, char **arguments, int n, int *status)
{
    *status = EXIT_USAGE;
    if (asked->sim && n >= 1)
        return measure(asked, arguments, (unsigned)n, status);
    if (n == 1 && !asked->cpu)
        return runs_find(arguments[0], asked->store);
    if (asked->cpu && !asked->sim)
        say("--cpu: only --sim, which measures, can take another processor");
    else if (asked->sim)
        say("--sim: no benchmark is named");
    else
        say("one run has a profile; %d are named", n);
    *status = verb_usage(&verb_profile);
    return NULL;
}

static int profile_verb(int argc, char **argv)
{
    struct asked asked = {0};
    const struct option_spec options[] = {
        SELECTION_OPTIONS(asked.selection),
        {0, "by", &asked.by_name, NULL},
        {0, "annotate", &asked.annotate, NULL},
        {'a', "all", NULL, &asked.all},
        {0, "next", NULL, &asked.next},
        {0, "skid", NULL, &asked.skid},
        {0, "sim", NULL, &asked.sim},
        {0, "cpu", &asked.cpu, NULL},
        {'f', "format", &asked.format_name, NULL},
        {'o', "output", &asked.file, NULL},
        {0, "kernel", &asked.kernel, NULL},
        {0, "db", &asked.store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = options_read(&verb_profile, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (asked.format_name && !strcmp(asked.format_name, "help")) {
        list_formats(stdout);
        return EXIT_FINE;
    }
    if (take_format(&asked) || take_by(&asked))
        return EXIT_USAGE;
    if (asked.format && (asked.annotate || asked.by_name)) {
        say("%s is of tables, and --format %s of all that there is",
            asked.annotate ? "--annotate" : "--by", asked.format_name);
        return EXIT_USAGE;
    }
    if (asked.skid && (asked.format || asked.annotate || asked.by_name)) {
        say("--skid is a table of its own; --%s is of others", asked.format     ? "format"
                                                               : asked.annotate ? "annotate"
                                                                                : "by");
        return EXIT_USAGE;
    }
    asked.colour = (!asked.file || !strcmp(asked.file, "-")) && colour_on(STDOUT_FILENO);
    struct run *run = take_run(&asked, argv + 1, n, &status);
    int shown = run ? show_profiles(run, &asked) : status;
    run_free(run);
    return shown == EXIT_FINE && asked.sim ? status : shown;
}

const struct verb verb_profile = {
    .name = "profile",
    .synopsis =
        "RUN [-b GLOB] [-e GLOB] [--by function|line|instruction] [-a] [--next]\n"
        "       bareprobe profile RUN --annotate FUNCTION\n"
        "       bareprobe profile RUN --skid\n"
        "       bareprobe profile --sim BENCH [-e EV,EV] [--cpu CPU] [SETTING=VALUE...] ...\n"
        "       bareprobe profile RUN -f FORMAT [-o FILE]",
    .summary = "say where in the code the samples of a run fell",
    .help =
        "      --by WHAT            function (usual), line, instruction\n"
        "      --annotate FUNCTION  its source lines and instructions, each with its shares\n"
        "      --sim                measure BENCH in the virtual Pentium first, with\n"
        "                           experiment=profile; -e EV,EV are then the events that are\n"
        "                           counted beside the time, and settings such as\n"
        "                           source=rtc,1024 or source=event,instructions those of\n"
        "                           'bareprobe run'; source=watch:NAME says who writes to a\n"
        "                           variable, source=watch:NAME,10 by each tenth write; the run\n"
        "                           is kept\n"
        "      --cpu CPU            that it is to be: p54c, p55c, ppro, p2, p3, k7,\n"
        "                           willamette, northwood, prescott\n"
        "  -a, --all                all rows and events; else the 20 rows with the most samples, "
        "and\n"
        "                           4 events\n"
        "      --next               as sampled: on the instruction that was next\n"
        "      --skid               how far behind the instruction that caused it a sample falls,\n"
        "                           by source, of runs of sampled/skid: 'plot skid' draws it\n"
        "  -b, --bench GLOB, -e, --event GLOB, --state GLOB\n"
        "                           which benchmarks and events, as in 'bareprobe show'\n"
        "  -f, --format FORMAT      csv, callgrind, pprof, speedscope, folded, gbench;\n"
        "                           'bareprobe profile -f help' says what each is\n"
        "  -o, --output FILE        there whole or not at all; else, or with -, standard output\n"
        "      --kernel FILE        the image that ran, for functions, lines and instructions;\n"
        "                           else the one beside this program, where it is of the run's\n"
        "                           build\n"
        "      --db FILE            the store that RUN is looked up in\n"
        "\n"
        "A share is of the samples of its benchmark, with its 95 % interval (Wilson's). Below an\n"
        "event's name stands the share of what was counted in the intervals that ended there. A\n"
        "sample's address is that of the instruction that was next when the interrupt came; it\n"
        "is shown on the one before, which was under way: in front of a routine's first one the\n"
        "CALL that the stack tells of, behind a CALL the RET of what it called. Where both the\n"
        "line above and a jump lead there it is a jump from below, or else the line above. What\n"
        "the kernel did stands as [kernel].\n"
        "\n"
        "Example: bareprobe profile --sim apps/sort -e data_read_miss --annotate quicksort\n",
    .run = profile_verb,
};
