/*
 * SPDX-License-Identifier: MIT
 * Commands that measure benchmarks, with the same code as any run.
 */
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/loaded_code.h"
#include "kernel/monitor/prompt_experiment.h"
#include "kernel/monitor/session.h"
#include "kernel/settings/settings.h"
#include "pmc/descriptions/event_paragraph.h"
#include "pmc/evntsel/raw_code.h"
#include "serial/report_lines.h"

static void measuring_command_line(void *to, const char *text)
{
    (void)to;
    dialogue_print("%s", text);
}

/* Describes an event of this processor by its name or by a name common to all processors. */
static int measuring_command_describe(struct word name)
{
    const struct pmc *pmc = session.machine->run->pmc;
    const struct event *event = pmc_event_find(pmc, name.text, name.length);
    struct pmc_counted counted;
    char error[80];
    if (!event && !raw_code_read(pmc, &counted, name.text, name.length, error, sizeof error) &&
        counted.event != &pmc_raw_event)
        event = counted.event;
    if (!event)
        return dialogue_refuse(
            "events: '%.*s' is not an event of this processor; 'events' lists "
            "all",
            shown(name), name.text);
    event_paragraph(event, measuring_command_line, NULL);
    return 0;
}

/* Lists each event of this processor whose name contains the word; all without a word. */
static int measuring_command_events(struct arguments *arguments)
{
    const struct pmc *pmc = session.machine->run->pmc;
    struct word word = argument_next(arguments);
    char wanted[48];
    unsigned n = 0;
    struct arguments ahead = *arguments;
    format(wanted, sizeof wanted, "%.*s", (int)word.length, word.text);
    if (word.length && argument_is(argument_next(&ahead), "-v"))
        return arguments_end(&ahead) ? -1 : measuring_command_describe(word);
    if (arguments_end(arguments))
        return -1;
    for (unsigned i = 0; i < pmc->n_events; i++) {
        const struct event *event = &pmc->events[i];
        if (!pmc_has(pmc, event) || (word.length && !strstr(event->name, wanted)))
            continue;
        dialogue_print("%02x  %-40s %s", event->code, event->name, event_heading(event));
        n++;
    }
    return n ? 0 : dialogue_refuse("events: no name contains '%s'; 'events' lists all", wanted);
}

/* ---- count ---------------------------------------------------------------------------------- */

static void measuring_command_result(struct report_stream *report,
                                     const struct report_result *result)
{
    char region[48];
    (void)report;
    format(region, sizeof region, "%u%s", result->region,
           report_line_region_name(result->region_name).text);
    if (result->region == REPORT_WHOLE_RUN)
        format(region, sizeof region, "whole run");
    if (result->status != RESULT_OK)
        dialogue_print("%s %s %s: %s", result->bench, region, result->event,
                       result_status_name(result->status));
    else
        dialogue_print("%s %s %s: %s (%s to %s, n=%u)", result->bench, region, result->event,
                       report_line_short_digits(result->corrected.mean, 3).text,
                       report_line_short_digits(result->corrected.minimum, 3).text,
                       report_line_short_digits(result->corrected.maximum, 3).text,
                       (unsigned)result->corrected.n);
}

static void count_error(struct report_stream *report, const char *what)
{
    (void)report;
    dialogue_print("%s", what);
}

static void count_warning(struct report_stream *report, const char *file, const char *what)
{
    (void)report;
    (void)file;
    dialogue_print("%s", what);
}

static void count_fault(struct report_stream *report, const struct report_fault *fault)
{
    (void)report;
    dialogue_print("%s: ended by %s at %08x%s%s", fault->bench ? fault->bench : "?", fault->name,
                   (unsigned)fault->eip, fault->what[0] ? ": " : "", fault->what);
}

static void count_broken(struct report_stream *report, const struct report_broken *broken)
{
    (void)report;
    dialogue_print("%s: region %u: %s", broken->bench, broken->region, broken->name);
}

static void count_skipped(struct report_stream *report, const struct report_skipped *skipped)
{
    (void)report;
    dialogue_print("%s: not run: it needs %u KB; %u KB are free", skipped->bench, skipped->needs_kb,
                   skipped->has_kb);
}

static void count_bench_end(struct report_stream *report, const struct report_bench *bench)
{
    char text[160];
    (void)report;
    if (bench->n_regions)
        return;
    format(text, sizeof text,
           "%s: no region was entered; use_assembly_regions=no counts its whole run", bench->name);
    run_error(session.machine->run, text);
}

/* Prints a line for each result as it arrives. */
static const struct report_form counts = {.result = measuring_command_result,
                                          .bench_end = count_bench_end,
                                          .error = count_error,
                                          .warning = count_warning,
                                          .fault = count_fault,
                                          .broken = count_broken,
                                          .skipped = count_skipped};

/*
 * Chooses the benchmarks of the experiment: those of that name, the `loaded` one, or the `program`
 * of the settings, with its arguments.
 */
static int measuring_command_choose(struct word bench)
{
    if (argument_is(bench, "program"))
        return session.once.program[0]
                   ? 0
                   : dialogue_refuse(
                         "no program is selected: use 'load FILE', start 'bareprobe monitor "
                         "--program FILE', or 'set command=./NAME'");
    return argument_is(bench, "loaded") ? loaded_code_select()
                                        : prompt_experiment_set("command", bench);
}

/*
 * `count EV[,EV] for 1s` counts for a time, `count EV[,EV] BENCH [key=value ...]` counts a
 * benchmark.
 */
static int measuring_command_count(struct arguments *arguments)
{
    struct word names = argument_next(arguments), bench = argument_next(arguments);
    if (!names.length || !bench.length)
        return dialogue_refuse(
            "count: needs EVENT[,EVENT] and a benchmark, or 'for' and a time, as in 'count "
            "data_read thesis/hello'");
    if (argument_is(bench, "for"))
        return rate_command_count_time(arguments, names);
    if (prompt_experiment_begin(arguments->rest) || prompt_experiment_set("events", names) ||
        measuring_command_choose(bench))
        return -1;
    return prompt_experiment_run(&counts);
}

/* ---- whole reports -------------------------------------------------------------------------- */

static bool measuring_command_is_source(struct word word)
{
    static const char source[] = "source=";
    return word.length >= sizeof source - 1 && !strncmp(word.text, source, sizeof source - 1);
}

/*
 * Copies the settings, of several sources only that number. Returns the number of sources.
 */
static unsigned measuring_command_session(struct word settings, unsigned number, char *text,
                                          size_t size)
{
    struct arguments rest = {.rest = settings};
    struct word word;
    unsigned sources = 0;
    int length = 0;
    text[0] = '\0';
    while ((word = argument_next(&rest)).length) {
        if (measuring_command_is_source(word) && sources++ != number)
            continue;
        if (length < (int)size)
            length += format(text + length, size - (size_t)length, "%s%.*s", length ? " " : "",
                             (int)word.length, word.text);
    }
    return sources;
}

/* Reports whether a word names benchmarks: in KEY=VALUE the '=' comes before any '/' and ':'. */
static bool measuring_command_is_bench(struct word word)
{
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] == '=')
            return false;
        if (word.text[i] == '/' || word.text[i] == ':')
            return true;
    }
    return word.length;
}

/* Several sources of samples are sessions, one after the other. */
static int measuring_command_run(struct arguments *arguments)
{
    static char text[DIALOGUE_LINE_BYTES + 1];
    struct arguments ahead = *arguments;
    struct word bench = argument_next(&ahead);
    bool named_first = measuring_command_is_bench(bench);
    unsigned number = 0, sources;
    int failed;
    if (named_first)
        *arguments = ahead;
    do {
        sources = measuring_command_session(arguments->rest, number, text, sizeof text);
        if (prompt_experiment_begin(word_from_text(text)) ||
            (named_first && measuring_command_choose(bench)))
            return -1;
        if (!strcmp(session.once.command, "*"))
            return dialogue_refuse(
                "run: benchmark missing, as in 'run thesis/hello'; '*/*' runs all");
        failed = prompt_experiment_run(NULL);
    } while (!failed && ++number < sources);
    return failed;
}

static int measuring_command_experiment(struct arguments *arguments, const char *name)
{
    if (prompt_experiment_begin(arguments->rest) ||
        prompt_experiment_set("experiment", word_from_text(name)))
        return -1;
    return prompt_experiment_run(NULL);
}

static int measuring_command_calibrate(struct arguments *arguments)
{
    return measuring_command_experiment(arguments, "overhead");
}

static int measuring_command_first_boot(struct arguments *arguments)
{
    return measuring_command_experiment(arguments, "first_boot");
}

static void measuring_command_print_test(struct report_stream *report,
                                         const struct report_selftest *test)
{
    (void)report;
    if (test->seen)
        dialogue_print("%-24s %-12s %s", test->name, test->status, test->seen);
    else
        dialogue_print("%-24s %-12s expected %lld, got %lld", test->name, test->status,
                       (long long)test->expect, (long long)test->got);
}

static int measuring_command_selftest(struct arguments *arguments)
{
    if (arguments_end(arguments))
        return -1;
    static const struct report_form form = {.selftest = measuring_command_print_test,
                                            .error = count_error};
    return prompt_experiment_selftest(&form);
}

/* ---- regions -------------------------------------------------------------------------------- */

static void region_result(struct report_stream *report, const struct report_result *result)
{
    (void)report;
    dialogue_print("%s %u%s: entered %u times, %s clocks", result->bench, result->region,
                   report_line_region_name(result->region_name).text, (unsigned)result->entries,
                   result->status == RESULT_OK
                       ? report_line_short_digits(result->corrected.mean, 1).text
                       : "?");
}

static int measuring_command_regions(struct arguments *arguments)
{
    static const struct report_form form = {.result = region_result,
                                            .error = count_error,
                                            .fault = count_fault,
                                            .broken = count_broken,
                                            .skipped = count_skipped};
    struct word bench = argument_next(arguments);
    if (!bench.length)
        return dialogue_refuse("regions: benchmark missing, as in 'regions thesis/program1'");
    if (prompt_experiment_begin(arguments->rest) || measuring_command_choose(bench) ||
        prompt_experiment_set("events", word_from_text("time_stamp")) ||
        prompt_experiment_set("repetitions", word_from_text("1")))
        return -1;
    return prompt_experiment_run(&form);
}

/* ---- settings ------------------------------------------------------------------------------- */

static char shown_settings[48];

static void show_setting(void *to, const char *text)
{
    (void)to;
    if (strchr(text, '=') && (!shown_settings[0] || strstr(text, shown_settings)))
        dialogue_print("%s", text);
}

static int measuring_command_settings(struct arguments *arguments)
{
    struct word word = argument_next(arguments);
    format(shown_settings, sizeof shown_settings, "%.*s", (int)word.length, word.text);
    if (arguments_end(arguments))
        return -1;
    settings_dump(&session.settings, session.machine->run->pmc, show_setting, NULL);
    return 0;
}

static int measuring_command_set(struct arguments *arguments)
{
    bool report = arguments->rest.length >= 7 && !strncmp(arguments->rest.text, "report=", 7);
    if (!arguments->rest.length)
        return dialogue_refuse(
            "set: needs KEY=VALUE, as in 'set repetitions=5'; 'settings' lists all");
    if (prompt_experiment_begin(arguments->rest))
        return -1;
    session.settings = session.once;
    if (report)
        dialogue_report_as(dialogue_form(session.settings.report));
    return 0;
}

#define AND_SETTINGS "[KEY=VALUE ...]"

static const struct monitor_command commands[] = {
    {"events", "[WORD] | EVENT -v", "list events with WORD in the name, or describe one",
     "events data_read_miss -v", measuring_command_events},
    {"count", "EV[,EV] BENCH|program " AND_SETTINGS " | EV[,EV] for 1s",
     "count events in each region, or for a time", "count data_read,data_write thesis/hello",
     measuring_command_count},
    {"run", "[BENCH] " AND_SETTINGS, "measure and print the whole report",
     "run thesis/hello repetitions=5", measuring_command_run},
    {"regions", "BENCH", "list the regions of a benchmark", "regions thesis/program1",
     measuring_command_regions},
    {"calibrate", AND_SETTINGS, "measure the overhead of measuring for each event",
     "calibrate events=data_read", measuring_command_calibrate},
    {"selftest", "", "test the counters", "selftest", measuring_command_selftest},
    {"firstboot", "", "one page: can this machine's counts be trusted?", "firstboot",
     measuring_command_first_boot},
    {"settings", "[WORD]", "list the settings, in experiment-file syntax", "settings watchdog",
     measuring_command_settings},
    {"set", "KEY=VALUE ...", "change settings for the commands that follow", "set repetitions=5",
     measuring_command_set},
};

const struct command_group measuring_commands = {
    "Measuring", commands, sizeof commands / sizeof commands[0], .measures = true};
