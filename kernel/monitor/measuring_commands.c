/*
 * SPDX-License-Identifier: MIT
 * Commands that measure benchmarks, with the same code as any run.
 */
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/loaded.h"
#include "kernel/monitor/measuring.h"
#include "kernel/monitor/session.h"
#include "kernel/settings/settings.h"
#include "serial/line.h"

/* Lists each event of this processor whose name contains the word; all without a word. */
static int events(struct arguments *arguments)
{
    const struct pmc *pmc = session.machine->run->pmc;
    struct word word = argument_next(arguments);
    char wanted[48];
    unsigned n = 0;
    format(wanted, sizeof wanted, "%.*s", (int)word.length, word.text);
    if (arguments_end(arguments))
        return -1;
    for (unsigned i = 0; i < pmc->n_events; i++) {
        const struct event *event = &pmc->events[i];
        if (!pmc_has(pmc, event) || (word.length && !strstr(event->name, wanted)))
            continue;
        say("%02x  %-40s %s", event->code, event->name, event_heading(event));
        n++;
    }
    return n ? 0 : refuse("events: no name contains '%s'; 'events' lists all", wanted);
}

/* ---- count ---------------------------------------------------------------------------------- */

static void count_result(struct report *report, const struct report_result *result)
{
    char region[48];
    (void)report;
    format(region, sizeof region, "%u%s", result->region, named(result->region_name).text);
    if (result->region == REPORT_WHOLE_RUN)
        format(region, sizeof region, "whole run");
    if (result->status != RESULT_OK)
        say("%s %s %s: %s", result->bench, region, result->event,
            result_status_name(result->status));
    else
        say("%s %s %s: %s (%s to %s, n=%u)", result->bench, region, result->event,
            short_digits(result->corrected.mean, 3).text,
            short_digits(result->corrected.minimum, 3).text,
            short_digits(result->corrected.maximum, 3).text, (unsigned)result->corrected.n);
}

static void count_error(struct report *report, const char *what)
{
    (void)report;
    say("%s", what);
}

static void count_warning(struct report *report, const char *file, const char *what)
{
    (void)report;
    (void)file;
    say("%s", what);
}

static void count_fault(struct report *report, const struct report_fault *fault)
{
    (void)report;
    say("%s: ended by %s at %08x%s%s", fault->bench ? fault->bench : "?", fault->name,
        (unsigned)fault->eip, fault->what[0] ? ": " : "", fault->what);
}

static void count_broken(struct report *report, const struct report_broken *broken)
{
    (void)report;
    say("%s: region %u: %s", broken->bench, broken->region, broken->name);
}

static void count_skipped(struct report *report, const struct report_skipped *skipped)
{
    (void)report;
    say("%s: not run: it needs %u KB; %u KB are free", skipped->bench, skipped->needs_kb,
        skipped->has_kb);
}

/* Prints a line for each result as it arrives. */
static const struct report_form counts = {.result = count_result,
                                          .error = count_error,
                                          .warning = count_warning,
                                          .fault = count_fault,
                                          .broken = count_broken,
                                          .skipped = count_skipped};

/*
 * `count EV[,EV] for 1s` counts for a time, `count EV[,EV] BENCH [key=value ...]` counts a
 * benchmark.
 */
static int count(struct arguments *arguments)
{
    struct word names = argument_next(arguments), bench = argument_next(arguments);
    if (!names.length || !bench.length)
        return refuse(
            "count: needs EVENT[,EVENT] and a benchmark, or 'for' and a time, as in 'count "
            "data_read thesis/hello'");
    if (argument_is(bench, "for"))
        return measuring_count_time(arguments, names);
    if (argument_is(bench, "loaded"))
        return loaded_count(names, arguments->rest);
    if (measuring_begin(arguments->rest) || measuring_set("events", names) ||
        measuring_set("command", bench))
        return -1;
    return measuring_run(&counts);
}

/* ---- whole reports -------------------------------------------------------------------------- */

static int run(struct arguments *arguments)
{
    struct arguments ahead = *arguments;
    struct word bench = argument_next(&ahead);
    bool named_first = bench.length && !memchr(bench.text, '=', bench.length);
    if (named_first)
        *arguments = ahead;
    if (measuring_begin(arguments->rest) || (named_first && measuring_set("command", bench)))
        return -1;
    if (!strcmp(session.once.command, "*"))
        return refuse("run: benchmark missing, as in 'run thesis/hello'; '*/*' runs all");
    return measuring_run(NULL);
}

static int experiment(struct arguments *arguments, const char *name)
{
    if (measuring_begin(arguments->rest) || measuring_set("experiment", word_of(name)))
        return -1;
    return measuring_run(NULL);
}

static int calibrate(struct arguments *arguments)
{
    return experiment(arguments, "overhead");
}

static int first_boot(struct arguments *arguments)
{
    return experiment(arguments, "first_boot");
}

static void show_test(struct report *report, const struct report_selftest *test)
{
    (void)report;
    if (test->seen)
        say("%-24s %-12s %s", test->name, test->status, test->seen);
    else
        say("%-24s %-12s expected %llu, got %llu", test->name, test->status,
            (unsigned long long)test->expect, (unsigned long long)test->got);
}

static int self_test(struct arguments *arguments)
{
    if (arguments_end(arguments))
        return -1;
    static const struct report_form form = {.selftest = show_test, .error = count_error};
    return measuring_test(&form);
}

/* ---- regions -------------------------------------------------------------------------------- */

static void region_result(struct report *report, const struct report_result *result)
{
    (void)report;
    say("%s %u%s: entered %u times, %s clocks", result->bench, result->region,
        named(result->region_name).text, (unsigned)result->entries,
        result->status == RESULT_OK ? short_digits(result->corrected.mean, 1).text : "?");
}

static int regions_of(struct arguments *arguments)
{
    static const struct report_form form = {.result = region_result,
                                            .error = count_error,
                                            .fault = count_fault,
                                            .broken = count_broken,
                                            .skipped = count_skipped};
    struct word bench = argument_next(arguments);
    if (!bench.length)
        return refuse("regions: benchmark missing, as in 'regions thesis/program1'");
    if (measuring_begin(arguments->rest) || measuring_set("command", bench) ||
        measuring_set("events", word_of("time_stamp")) ||
        measuring_set("repetitions", word_of("1")))
        return -1;
    return measuring_run(&form);
}

/* ---- settings ------------------------------------------------------------------------------- */

static char shown_settings[48];

static void show_setting(void *to, const char *text)
{
    (void)to;
    if (strchr(text, '=') && (!shown_settings[0] || strstr(text, shown_settings)))
        say("%s", text);
}

static int settings(struct arguments *arguments)
{
    struct word word = argument_next(arguments);
    format(shown_settings, sizeof shown_settings, "%.*s", (int)word.length, word.text);
    if (arguments_end(arguments))
        return -1;
    settings_dump(&session.settings, session.machine->run->pmc, show_setting, NULL);
    return 0;
}

static int set(struct arguments *arguments)
{
    bool report = arguments->rest.length >= 7 && !strncmp(arguments->rest.text, "report=", 7);
    if (!arguments->rest.length)
        return refuse("set: needs KEY=VALUE, as in 'set repetitions=5'; 'settings' lists all");
    if (measuring_begin(arguments->rest))
        return -1;
    session.settings = session.once;
    if (report)
        dialogue_report_as(dialogue_form(session.settings.report));
    return 0;
}

#define AND_SETTINGS "[KEY=VALUE ...]"

static const struct command commands[] = {
    {"events", "[WORD]", "list this processor's events with WORD in the name", "events cache",
     events},
    {"count", "EV[,EV] BENCH " AND_SETTINGS " | EV[,EV] for 1s",
     "count events in each region, or for a time", "count data_read,data_write thesis/hello",
     count},
    {"run", "[BENCH] " AND_SETTINGS, "measure and print the whole report",
     "run thesis/hello repetitions=5", run},
    {"regions", "BENCH", "list the regions of a benchmark", "regions thesis/program1", regions_of},
    {"calibrate", AND_SETTINGS, "measure the overhead of measuring for each event",
     "calibrate events=data_read", calibrate},
    {"selftest", "", "test the counters", "selftest", self_test},
    {"firstboot", "", "one page: can this machine's counts be trusted?", "firstboot", first_boot},
    {"settings", "[WORD]", "list the settings, in experiment-file syntax", "settings watchdog",
     settings},
    {"set", "KEY=VALUE ...", "change settings for the commands that follow", "set repetitions=5",
     set},
};

const struct command_group measuring_commands = {
    "Measuring", commands, sizeof commands / sizeof commands[0], .measures = true};
