/*
 * SPDX-License-Identifier: MIT
 * Commands that display rates live and log counts, like MTPM, P5MON and EMON.
 */
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/interval.h"
#include "kernel/monitor/prompt_experiment.h"
#include "kernel/monitor/session.h"

#define SECOND_MS   1000u
#define LEAST_MS    10u
#define MOST_MS     5000u
#define MOST_FOR_MS 3600000u
#define BAR         16

static char last_events[96]; /* last events watched or logged */

/* A command's arguments. */
struct rate_plan {
    struct word events, bench;
    uint32_t every_ms, for_ms; /* for_ms 0: until something is typed */
};

/* Parses "1s" or "100ms". Returns 0, or -1 after a message. */
static int rate_command_parse_time(const struct arguments *arguments, struct word word,
                                   uint32_t least, uint32_t most, uint32_t *ms)
{
    struct word number = word;
    uint32_t unit = 0;
    if (word.length > 2 && !strncmp(word.text + word.length - 2, "ms", 2)) {
        number.length -= 2;
        unit = 1;
    } else if (word.length > 1 && word.text[word.length - 1] == 's') {
        number.length -= 1;
        unit = SECOND_MS;
    }
    if (!unit || word_number(number, 0, most / unit, ms) || *ms * unit < least)
        return dialogue_refuse(
            "%s: '%.*s' is not a valid time; allowed: %u ms to %u s, as in 100ms or 1s",
            arguments->command, shown(word), word.text, (unsigned)least,
            (unsigned)(most / SECOND_MS));
    *ms *= unit;
    return 0;
}

/* Parses `every TIME` and `for TIME`, in any order, after events and a benchmark. */
static int rate_command_parse_plan(struct arguments *arguments, struct rate_plan *plan)
{
    struct word word;
    while ((word = argument_next(arguments)).length) {
        bool every = argument_is(word, "every"), span = argument_is(word, "for");
        if (every && rate_command_parse_time(arguments, argument_next(arguments), LEAST_MS, MOST_MS,
                                             &plan->every_ms))
            return -1;
        if (span && rate_command_parse_time(arguments, argument_next(arguments), LEAST_MS,
                                            MOST_FOR_MS, &plan->for_ms))
            return -1;
        if (every || span)
            continue;
        if (plan->bench.length || (plan->events.length && memchr(word.text, ',', word.length)))
            return dialogue_refuse("%s: unexpected '%.*s'; see 'help %s'", arguments->command,
                                   shown(word), word.text, arguments->command);
        if (plan->events.length)
            plan->bench = word;
        else
            plan->events = word;
    }
    if (!plan->events.length)
        plan->events = word_from_text(last_events);
    if (!plan->events.length)
        return dialogue_refuse("%s: events missing, as in '%s'", arguments->command,
                               "watch data_read,data_write thesis/hello");
    return 0;
}

static int rate_command_begin(const struct rate_plan *plan, struct count_interval *interval)
{
    char events[sizeof last_events];
    format(events, sizeof events, "%.*s", (int)plan->events.length, plan->events.text);
    if (!session.machine->run->hz)
        return dialogue_refuse("the clock frequency is unknown, so time cannot be measured");
    if (interval_begin(interval, plan->events, plan->bench))
        return -1;
    memcpy(last_events, events, sizeof last_events);
    return 0;
}

static uint64_t rate_command_clocks(uint32_t ms)
{
    return session.machine->run->hz / 1000 * ms;
}

/* Returns the length of a bar for the rate, with `most` as the full length. */
static int bar_of(uint64_t rate, uint64_t most)
{
    while (most >= 1u << 24) {
        most >>= 1;
        rate >>= 1;
    }
    return most ? (int)((uint32_t)rate * BAR / (uint32_t)most) : 0;
}

static void rate_command_show_rates(const struct count_interval *interval, uint32_t ms,
                                    uint64_t most[])
{
    static const char marks[] = "################";
    char text[200];
    uint64_t hz = session.machine->run->hz;
    int length = format(text, sizeof text, "%6u.%u s", (unsigned)(ms / 1000), ms / 100 % 10);
    for (unsigned e = 0; e < interval->n_events && length < (int)sizeof text; e++) {
        uint64_t rate = interval->count[e] * (hz / 1000) / (interval->clocks / 1000 + 1);
        if (rate > most[e])
            most[e] = rate;
        length += format(text + length, sizeof text - (size_t)length, "  %11llu |%-16.*s|",
                         (unsigned long long)rate, bar_of(rate, most[e]), marks);
    }
    dialogue_print("%s", text);
}

static void rate_command_show_names(const struct count_interval *interval, const char *first,
                                    const char *each)
{
    char text[200];
    int length = format(text, sizeof text, "%s", first);
    for (unsigned e = 0; e < interval->n_events && length < (int)sizeof text; e++)
        length += format(text + length, sizeof text - (size_t)length, each, interval->name[e]);
    dialogue_print("%s", text);
}

static void rate_command_show_counts(const struct count_interval *interval, uint32_t ms, bool runs)
{
    char text[200];
    int length =
        format(text, sizeof text, "%u,%llu", (unsigned)ms, (unsigned long long)interval->clocks);
    for (unsigned e = 0; e < interval->n_events && length < (int)sizeof text; e++)
        length += format(text + length, sizeof text - (size_t)length, ",%llu",
                         (unsigned long long)interval->count[e]);
    if (runs && length < (int)sizeof text)
        length += format(text + length, sizeof text - (size_t)length, ",%u", interval->runs);
    dialogue_print("%s%s%s", text, interval->cases > 1 ? "," : "",
                   interval->cases > 1 ? interval->bench : "");
}

/* Prints what the following lines contain. A log has all cases in turn, a watch only one. */
static void rate_command_show_heading(const struct count_interval *interval, bool as_log)
{
    if (interval->cases > 1 && as_log)
        dialogue_print("# %u benchmarks match: each in turn", interval->cases);
    else if (interval->cases > 1)
        dialogue_print("watching %s, the first of %u that match; 'log' shows all", interval->bench,
                       interval->cases);
    rate_command_show_names(interval,
                            !as_log               ? "per second:"
                            : interval->cases > 1 ? "# runs and name last: ms,clocks"
                            : interval->cases     ? "# runs last: ms,clocks"
                                                  : "# ms,clocks",
                            as_log ? ",%s" : "  %s");
}

/* Prints a line for each interval. A round is one interval of each case of a log. */
static int rate_command_follow(const struct rate_plan *plan, bool as_log)
{
    struct count_interval interval;
    uint64_t most[PMC_MAX_COUNTERS] = {0};
    bool stopped = false;
    int failed = rate_command_begin(plan, &interval);
    unsigned in_round = as_log && interval.cases ? interval.cases : 1, done = 0;
    uint64_t clocks = 0;
    if (!failed)
        rate_command_show_heading(&interval, as_log);
    while (!failed && !stopped) {
        failed = interval_count(&interval, rate_command_clocks(plan->every_ms), &stopped);
        clocks += interval.clocks;
        uint32_t ms = (uint32_t)(clocks / (session.machine->run->hz / 1000));
        if (!failed && as_log)
            rate_command_show_counts(&interval, ms, plan->bench.length);
        else if (!failed)
            rate_command_show_rates(&interval, ms, most);
        done++;
        stopped |= plan->for_ms && done % in_round == 0 && ms / in_round >= plan->for_ms;
        if (!failed && !stopped && as_log)
            failed = interval_next_case(&interval);
    }
    interval_end();
    return failed;
}

static int rate_command_watch(struct arguments *arguments)
{
    struct rate_plan plan = {.every_ms = SECOND_MS};
    return rate_command_parse_plan(arguments, &plan) ? -1 : rate_command_follow(&plan, false);
}

static int rate_command_log(struct arguments *arguments)
{
    struct rate_plan plan = {0};
    if (rate_command_parse_time(arguments, argument_next(arguments), LEAST_MS, MOST_MS,
                                &plan.every_ms) ||
        rate_command_parse_plan(arguments, &plan))
        return -1;
    return rate_command_follow(&plan, true);
}

int rate_command_count_time(struct arguments *arguments, struct word names)
{
    struct rate_plan plan = {.events = names};
    struct count_interval interval;
    bool stopped;
    if (rate_command_parse_time(arguments, argument_next(arguments), LEAST_MS, MOST_MS,
                                &plan.for_ms) ||
        arguments_end(arguments))
        return -1;
    int failed = rate_command_begin(&plan, &interval) ||
                 interval_count(&interval, rate_command_clocks(plan.for_ms), &stopped);
    for (unsigned e = 0; e < interval.n_events && !failed; e++)
        dialogue_print("%s: %llu in %llu clocks", interval.name[e],
                       (unsigned long long)interval.count[e], (unsigned long long)interval.clocks);
    interval_end();
    return failed ? -1 : 0;
}

static const struct monitor_command commands[] = {
    {"watch", "EV[,EV] [BENCH] [every 1s] [for TIME]",
     "print rates of one BENCH until a key (from a program: Ctrl-C)",
     "watch data_read,data_write thesis/hello for 3s", rate_command_watch},
    {"log", "TIME [EV[,EV] [BENCH]] [for TIME]",
     "print counts every TIME as comma-separated lines, of all BENCH in turn",
     "log 100ms data_read thesis/hello for 1s", rate_command_log},
};

const struct command_group rate_commands = {"Rates", commands, sizeof commands / sizeof commands[0],
                                            .measures = true};
