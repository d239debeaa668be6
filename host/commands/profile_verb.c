/*
 * SPDX-License-Identifier: MIT
 * bareprobe profile: shows where in the code the samples of a run fell.
 */
#include "host/analysis/profile/data_table.h"
#include "host/analysis/profile/profile_range.h"
#include "host/analysis/profile/skid.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/machines/programs/program_parms.h"
#include "host/base/allocation.h"
#include "host/base/atomic_file.h"
#include "host/base/message.h"
#include "host/base/temporary_folder.h"
#include "host/base/verb_options.h"
#include "host/machines/saved_run.h"
#include "host/machines/simulator_options.h"
#include "host/commands/all_verbs.h"
#include "host/data/run/run_heading.h"
#include "host/data/store/run_lookup.h"
#include "kernel/settings/suggestions.h"

#define USUAL_ROWS   20
#define USUAL_EVENTS 4

struct profile_options {
    struct result_selection selection;
    const char *by_name, *annotate, *format_name, *file, *kernel, *store;
    const char *cpu;
    struct simulator_options simulator;
    struct program_options programs;
    const char *files[OPTION_MOST_REPEATS + 1];
    const char *ranges[OPTION_MOST_REPEATS + 1];
    struct profile_range range[OPTION_MOST_REPEATS];
    unsigned n_ranges;
    bool sim, all, next, skid, data, colour, no_gate;
    enum profile_by by;
    const struct profile_format *format; /* NULL: tables */
};

static const struct profile_format *const formats[] = {
    &profile_csv,        &profile_callgrind, &profile_pprof,
    &profile_speedscope, &profile_folded,    &profile_gbench,
};
#define FORMATS (sizeof formats / sizeof formats[0])

static void profile_verb_list_formats(FILE *to)
{
    for (unsigned i = 0; i < FORMATS; i++)
        fprintf(to, "  %-11s %s\n", formats[i]->name, formats[i]->summary);
}

/* Returns 0, or -1 after a message. */
static int profile_verb_parse_format(struct profile_options *asked)
{
    struct suggestion suggestion = {0};
    for (unsigned i = 0; asked->format_name && i < FORMATS; i++) {
        if (!strcmp(formats[i]->name, asked->format_name)) {
            asked->format = formats[i];
            return 0;
        }
        suggestions_offer(&suggestion, asked->format_name, strlen(asked->format_name),
                          formats[i]->name);
    }
    if (!asked->format_name)
        return 0;
    if (suggestion.best)
        message_print("--format: '%s' is not a format; did you mean %s? Allowed:",
                      asked->format_name, suggestion.best);
    else
        message_print("--format: '%s' is not a format; allowed:", asked->format_name);
    profile_verb_list_formats(stderr);
    return -1;
}

static int profile_verb_parse_by(struct profile_options *asked)
{
    static const char *const names[] = {"function", "line", "instruction"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!asked->by_name || !strcmp(asked->by_name, names[i])) {
            asked->by = (enum profile_by)i;
            return 0;
        }
    message_print("--by: '%s' is unknown; allowed: function, line, instruction", asked->by_name);
    return -1;
}

static int profile_verb_annotate(const struct profiles *profiles,
                                 const struct profile_options *asked, FILE *to)
{
    bool any = false;
    struct suggestion suggestion = {0};
    for (unsigned p = 0; p < profiles->n; p++) {
        const struct profile *profile = &profiles->all[p];
        for (unsigned i = 0; i < profile->n; i++)
            if (profile->rows[i].known && profile->rows[i].spot.function)
                suggestions_offer(&suggestion, asked->annotate, strlen(asked->annotate),
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
            profile_table_heading(profile, to);
            fwrite(text, 1, length, to);
        }
        free(text);
        any = any || there;
    }
    if (any)
        return 0;
    if (!profiles->all[0].image)
        message_print(
            "--annotate: the kernel image is required to show '%s'; name it with --kernel FILE",
            asked->annotate);
    else if (suggestion.best)
        message_print("--annotate: no sample is in '%s'; did you mean %s?", asked->annotate,
                      suggestion.best);
    else
        message_print(
            "--annotate: no sample is in '%s'; 'bareprobe profile' lists the functions with "
            "samples",
            asked->annotate);
    return -1;
}

static int profile_verb_print_skids(const struct profiles *profiles,
                                    const struct profile_options *asked, FILE *to)
{
    if (skid_table(profiles, asked->colour, to))
        return 0;
    if (!profiles->all[0].image)
        message_print(
            "--skid: the kernel image is required to find the sampled loop; name it with --kernel "
            "FILE");
    else
        message_print("--skid: no sample is in a loop named " SKID_LOOP
                      "; benchmark sampled/skid has one");
    return -1;
}

static int profile_verb_print_data(const struct profiles *profiles,
                                   const struct profile_options *asked, FILE *to)
{
    int failed = 0;
    for (unsigned p = 0; p < profiles->n && !failed; p++) {
        fputs("\n", to);
        profile_table_heading(&profiles->all[p], to);
        failed = data_table(&profiles->all[p], asked->all ? 0 : USUAL_ROWS, asked->colour, to);
    }
    return failed;
}

static int profile_verb_parse_ranges(struct profile_options *asked)
{
    for (; asked->ranges[asked->n_ranges]; asked->n_ranges++)
        if (profile_range_parse(asked->ranges[asked->n_ranges], &asked->range[asked->n_ranges]))
            return -1;
    return 0;
}

/* Returns 0, or -1 after a message if no profile has samples in the file of a range. */
static int profile_verb_check_ranges(const struct profiles *profiles,
                                     const struct profile_options *asked)
{
    for (unsigned r = 0; r < asked->n_ranges; r++) {
        bool known = false;
        for (unsigned p = 0; p < profiles->n; p++)
            known = known || profile_range_known(&profiles->all[p], &asked->range[r]);
        if (known)
            continue;
        message_print("--range: no sample is in the file of '%s'; '--by line' lists the lines%s",
                      asked->range[r].text,
                      profiles->all[0].image ? ""
                                             : " if the kernel image is named by --kernel FILE");
        return -1;
    }
    return 0;
}

static int profile_verb_print_ranges(const struct profiles *profiles,
                                     const struct profile_options *asked, FILE *to)
{
    if (profile_verb_check_ranges(profiles, asked))
        return -1;
    for (unsigned p = 0; p < profiles->n; p++) {
        fputs("\n", to);
        profile_table_heading(&profiles->all[p], to);
        if (profiles->all[p].n)
            profile_range_table(&profiles->all[p], asked->range, asked->n_ranges, asked->colour,
                                to);
    }
    return 0;
}

static int profile_verb_print_tables(const struct profiles *profiles,
                                     const struct profile_options *asked, FILE *to)
{
    run_heading(profiles->all[0].run, to);
    if (asked->data)
        return profile_verb_print_data(profiles, asked, to);
    if (asked->annotate)
        return profile_verb_annotate(profiles, asked, to);
    if (asked->n_ranges)
        return profile_verb_print_ranges(profiles, asked, to);
    if (asked->skid)
        return profile_verb_print_skids(profiles, asked, to);
    for (unsigned p = 0; p < profiles->n; p++) {
        fputs("\n", to);
        profile_table_heading(&profiles->all[p], to);
        if (profiles->all[p].n)
            profile_table(&profiles->all[p], asked->by, asked->all ? 0 : USUAL_ROWS,
                          asked->all || asked->selection.event ? 0 : USUAL_EVENTS, asked->colour,
                          to);
    }
    return 0;
}

/* Reports profiles without samples, which have no shares. */
static unsigned profile_verb_report_empty(const struct profiles *profiles)
{
    unsigned with = 0;
    for (unsigned p = 0; p < profiles->n; p++) {
        const struct profile *profile = &profiles->all[p];
        with += profile->samples > 0;
        if (profile->samples > 0)
            continue;
        if (profile->announced > 0)
            message_print("%s (%s): all of its %.0f samples were lost in transmission",
                          profile->first->bench, profile->first->state, profile->announced);
        else
            message_print(
                "%s (%s): no samples: all repetitions together are shorter than the interval "
                "between two samples; use more repetitions or a faster source",
                profile->first->bench, profile->first->state);
    }
    return with;
}

static int profile_verb_write(const struct profiles *profiles, const struct profile_options *asked)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    int failed = asked->format ? asked->format->write(profiles, to)
                               : profile_verb_print_tables(profiles, asked, to);
    fclose(to);
    int status = failed ? EXIT_USAGE : atomic_file_write(asked->file, text, length);
    free(text);
    return status;
}

static int profile_verb_show(const struct run *run, const struct profile_options *asked)
{
    struct profiles profiles;
    unsigned profiled = 0;
    int status = EXIT_USAGE;
    for (unsigned i = 0; i < run->n_samplings; i++)
        profiled += !strcmp(run->samplings[i].experiment, "profile");
    if (!profiled) {
        if (!asked->sim || !run->n_faults)
            message_print(
                "%s has no profile: none of its benchmarks was run with experiment=profile",
                run->source);
        return asked->sim ? EXIT_REGRESSION : EXIT_USAGE;
    }
    selection_check(&asked->selection, run);
    struct profile_images images;
    profile_images_open(&images, run, asked->kernel, asked->programs.programs);
    profiles_find_programs(&profiles, run, &asked->selection, &images, asked->next || asked->skid);
    if (!profiles.n)
        message_print("%s: none of its %u profiled passes is selected", run->source, profiled);
    else if (profile_verb_report_empty(&profiles))
        status = profile_verb_write(&profiles, asked);
    profiles_free(&profiles);
    profile_images_close(&images);
    return status;
}

/* ---- measuring first ------------------------------------------------------------------------- */

struct command {
    char **words;
    unsigned n;
};

/* Appends an option with its value, if it is given. */
static void profile_verb_add(struct command *command, const char *option, const char *value)
{
    if (!value)
        return;
    *(char **)allocate_element(&command->words, &command->n, sizeof(char *)) =
        allocate_copy(option);
    *(char **)allocate_element(&command->words, &command->n, sizeof(char *)) = allocate_copy(value);
}

static void profile_verb_add_word(void *to, const char *word)
{
    struct command *command = to;
    *(char **)allocate_element(&command->words, &command->n, sizeof(char *)) = allocate_copy(word);
}

static void profile_verb_add_each(struct command *command, const char *option,
                                  const char *const *values)
{
    for (; *values; values++)
        profile_verb_add(command, option, *values);
}

/* Executes `bareprobe run` with the log; returns its status. */
static int profile_verb_execute_run(const char *log, const struct profile_options *asked,
                                    char **arguments, unsigned n)
{
    const bool program = asked->programs.programs[0];
    struct command command = {0};
    profile_verb_add_word(&command, "run");
    profile_verb_add(&command, "-b", program ? NULL : arguments[0]);
    profile_verb_add(&command, "-e", asked->selection.event);
    profile_verb_add(&command, "-o", log);
    profile_verb_add(&command, "--report", "none");
    profile_verb_add(&command, "--cpu", asked->cpu);
    simulator_options_each(&asked->simulator, profile_verb_add_word, &command);
    profile_verb_add(&command, "--kernel", asked->kernel);
    profile_verb_add(&command, "--db", asked->store);
    profile_verb_add_each(&command, "--program", asked->programs.programs);
    profile_verb_add_each(&command, "--args", asked->programs.arguments);
    profile_verb_add_each(&command, "--stdin", asked->programs.inputs);
    profile_verb_add_each(&command, "--env", asked->programs.environment);
    profile_verb_add_each(&command, "--file", asked->files);
    if (asked->no_gate)
        profile_verb_add_word(&command, "--no-gate");
    profile_verb_add_word(&command, "experiment=profile");
    for (unsigned i = program ? 0 : 1; i < n; i++)
        profile_verb_add_word(&command, arguments[i]);
    /* `run` reorders and drops words of its copy. */
    char **copy = allocate_zeroed((command.n + 1) * sizeof *copy);
    memcpy(copy, command.words, command.n * sizeof *copy);
    int status = verb_run.run((int)command.n, copy);
    for (unsigned i = 0; i < command.n; i++)
        free(command.words[i]);
    free(command.words);
    free(copy);
    return status;
}

/* Measures, and returns the run as far as it was received; it is in the store too. NULL if nothing
 * was received. */
static struct run *profile_verb_measure(const struct profile_options *asked, char **arguments,
                                        unsigned n, int *status)
{
    char *log = temporary_file_create("bareprobe");
    struct run *run = NULL;
    *status = EXIT_TARGET;
    if (!log)
        return NULL;
    saved_run_require_samples();
    *status = profile_verb_execute_run(log, asked, arguments, n);
    if (*status == EXIT_FINE || *status == EXIT_REGRESSION)
        run = run_lookup(log, NULL);
    if (!saved_run_needs_log())
        unlink(log);
    free(log);
    return run;
}

/* Returns the named run, or measures one for --sim; NULL after a message, with the exit status. */
static struct run *profile_verb_get_run(const struct profile_options *asked, char **arguments,
                                        int n, int *status)
{
    const char *option = program_options_need_program(&asked->programs);
    if (!option)
        option = asked->files[0] ? "--file" : asked->no_gate ? "--no-gate" : NULL;
    *status = EXIT_USAGE;
    if (option && !(asked->sim && asked->programs.programs[0])) {
        message_print("%s requires --sim and --program", option);
        return NULL;
    }
    if (asked->sim && (n >= 1 || asked->programs.programs[0]))
        return profile_verb_measure(asked, arguments, (unsigned)n, status);
    const char *simulated = simulator_options_given(&asked->simulator);
    if (n == 1 && !asked->cpu && !simulated)
        return run_lookup(arguments[0], asked->store);
    if (asked->cpu && !asked->sim)
        message_print("--cpu requires --sim: it selects the processor to simulate");
    else if (simulated && !asked->sim)
        message_print("%s requires --sim: it is an option of the simulator", simulated);
    else if (asked->sim)
        message_print("--sim: expected a benchmark, or --program FILE");
    else
        message_print("expected one RUN, got %d", n);
    *status = verb_usage(&verb_profile);
    return NULL;
}

static int profile_verb(int argc, char **argv)
{
    struct profile_options asked = {0};
    const struct option_spec options[] = {
        SELECTION_OPTIONS(asked.selection),
        {0, "by", &asked.by_name, NULL},
        {0, "annotate", &asked.annotate, NULL},
        {0, "range...", asked.ranges, NULL},
        {'a', "all", NULL, &asked.all},
        {0, "next", NULL, &asked.next},
        {0, "skid", NULL, &asked.skid},
        {0, "data", NULL, &asked.data},
        {0, "sim", NULL, &asked.sim},
        {0, "cpu", &asked.cpu, NULL},
        SIMULATOR_MODEL_OPTIONS(&asked.simulator),
        PROGRAM_OPTIONS(asked.programs),
        {0, "file...", asked.files, NULL},
        {0, "no-gate", NULL, &asked.no_gate},
        {'f', "format", &asked.format_name, NULL},
        {'o', "output", &asked.file, NULL},
        {0, "kernel", &asked.kernel, NULL},
        {0, "db", &asked.store, NULL},
        {0, NULL, NULL, NULL},
    };
    int n;
    int status = verb_options_read(&verb_profile, argc, argv, options, &n);
    if (status >= 0)
        return status;
    if (asked.format_name && !strcmp(asked.format_name, "help")) {
        profile_verb_list_formats(stdout);
        return EXIT_FINE;
    }
    if (profile_verb_parse_format(&asked) || profile_verb_parse_by(&asked) ||
        profile_verb_parse_ranges(&asked))
        return EXIT_USAGE;
    if (asked.format && (asked.annotate || asked.by_name || asked.n_ranges)) {
        message_print("%s applies to tables and cannot be combined with --format %s",
                      asked.annotate  ? "--annotate"
                      : asked.by_name ? "--by"
                                      : "--range",
                      asked.format_name);
        return EXIT_USAGE;
    }
    if (asked.n_ranges && (asked.annotate || asked.by_name || asked.skid)) {
        message_print("--range cannot be combined with --%s", asked.annotate  ? "annotate"
                                                              : asked.by_name ? "by"
                                                                              : "skid");
        return EXIT_USAGE;
    }
    if (asked.skid && (asked.format || asked.annotate || asked.by_name)) {
        message_print("--skid cannot be combined with --%s", asked.format     ? "format"
                                                             : asked.annotate ? "annotate"
                                                                              : "by");
        return EXIT_USAGE;
    }
    if (asked.data &&
        (asked.format || asked.annotate || asked.by_name || asked.skid || asked.n_ranges)) {
        message_print("--data cannot be combined with --%s", asked.format     ? "format"
                                                             : asked.n_ranges ? "range"
                                                             : asked.annotate ? "annotate"
                                                             : asked.skid     ? "skid"
                                                                              : "by");
        return EXIT_USAGE;
    }
    asked.colour = (!asked.file || !strcmp(asked.file, "-")) && colour_on(STDOUT_FILENO);
    struct run *run = profile_verb_get_run(&asked, argv + 1, n, &status);
    int shown = run ? profile_verb_show(run, &asked) : status;
    run_free(run);
    return shown == EXIT_FINE && asked.sim ? status : shown;
}

const struct verb verb_profile = {
    .name = "profile",
    .synopsis =
        "RUN [-b GLOB] [-e GLOB] [--by function|line|instruction] [-a] [--next]\n"
        "       bareprobe profile RUN --annotate FUNCTION\n"
        "       bareprobe profile RUN --range FILE:LINE-LINE|ADDRESS-ADDRESS\n"
        "       bareprobe profile RUN --skid\n"
        "       bareprobe profile RUN --data\n"
        "       bareprobe profile --sim BENCH [-e EV,EV] [--cpu CPU] [SETTING=VALUE...] ...\n"
        "       bareprobe profile --sim --program FILE [--args TEXT] [--file FILE] ...\n"
        "       bareprobe profile RUN -f FORMAT [-o FILE]",
    .summary = "show how the samples of a run are distributed over its code",
    .help =
        "      --by WHAT            function (default), line, instruction\n"
        "      --annotate FUNCTION  show the function's source lines and instructions,\n"
        "                           with their shares\n"
        "      --range FILE:FROM-TO, --range 0xFROM-0xTO\n"
        "                           counts of these lines or addresses, both ends\n"
        "                           included, in each repetition, estimated from the\n"
        "                           samples; may be repeated\n"
        "      --sim                first measure BENCH in the virtual Pentium with\n"
        "                           experiment=profile. -e EV,EV are events to count in\n"
        "                           addition to time; settings, such as source=rtc,1024\n"
        "                           or source=event,instructions, are those of 'bareprobe\n"
        "                           run'. source=watch:NAME samples each write to a\n"
        "                           variable, source=watch:NAME,10 every tenth one.\n"
        "                           Several sources are sessions, one after the other.\n"
        "                           The run is stored.\n"
        "      --cpu CPU            processor to simulate: p54c, p55c, ppro, p2, p3, k7,\n"
        "                           willamette, northwood, prescott\n"
        "      --machine MACHINE, --mhz MHZ, --memory MB, --set NAME=VALUE,\n"
        "      --errata LIST, --silicon LIST, --pm0-nmi, --seed N,\n"
        "      --snoop ADDR,PERIOD[,write]\n"
        "                           with --sim: as in 'bareprobe run'; source=event on a\n"
        "                           P54C and P55C needs --pm0-nmi\n"
        "      --program FILE       the executable that ran, for functions, lines and\n"
        "                           instructions; may be repeated. With --sim, run it\n"
        "                           instead of BENCH\n"
        "      --args TEXT, --stdin FILE, --env NAME=VALUE, --file [NAME=]PATH, --no-gate\n"
        "                           with --sim --program: as in 'bareprobe run'\n"
        "  -a, --all                show all rows and events (default: the 20 rows with\n"
        "                           the most samples and 4 events)\n"
        "      --next               show samples at the sampled instruction, which is the\n"
        "                           next one to execute\n"
        "      --skid               distance of samples from the instruction that caused\n"
        "                           them, by source, for runs of sampled/skid; 'plot\n"
        "                           skid' plots it\n"
        "      --data               variables that the sampled instructions accessed, for\n"
        "                           samples with source=precise,EVENT,N on a Pentium 4\n"
        "                           and sample_registers=yes\n"
        "  -b, --bench GLOB, -e, --event GLOB, --state GLOB\n"
        "                           select benchmarks and events, as in 'bareprobe show'\n"
        "  -f, --format FORMAT      csv, callgrind, pprof, speedscope, folded, gbench;\n"
        "                           'bareprobe profile -f help' describes each\n"
        "  -o, --output FILE        write to FILE, atomically; - is standard output\n"
        "                           (default)\n"
        "      --kernel FILE        kernel image that ran, for functions, lines and\n"
        "                           instructions (default: the one installed with this\n"
        "                           program, if it is of the run's build)\n"
        "      --db FILE            store to look up RUN in (default $BAREPROBE_DB, else\n"
        "                           bareprobe.db in this directory)\n"
        "\n"
        "A share is relative to all samples of its benchmark and has a 95 % interval\n"
        "(Wilson's). The column of an event shows the share of the events counted in the\n"
        "intervals that ended there. A sample holds the address of the next instruction\n"
        "to execute when the interrupt came; it is attributed to the instruction before,\n"
        "which was executing. Before the first instruction of a routine, this is the CALL\n"
        "found on the stack; after a CALL, the RET of the called routine. If both the\n"
        "preceding instruction and a jump lead to the address, it is attributed to the\n"
        "jump if the jump comes from below, else to the preceding instruction. Samples in\n"
        "the kernel are shown as [kernel].\n"
        "\n"
        "Example: bareprobe profile --sim apps/sort -e data_read --annotate quicksort\n",
    .run = profile_verb,
};
