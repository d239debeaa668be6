/*
 * SPDX-License-Identifier: MIT
 * Commands that display rates live and log counts, like MTPM, P5MON and EMON.
 */
#include "kernel/chart/rate_chart.h"
#include "kernel/lib/format.h"
#include "kernel/lib/string.h"
#include "kernel/monitor/command.h"
#include "kernel/monitor/interval.h"
#include "kernel/monitor/line/dialogue.h"
#include "kernel/monitor/prompt_experiment.h"
#include "kernel/monitor/live/msr_watch.h"
#include "kernel/monitor/session.h"

#define SECOND_MS   1000u
#define LEAST_MS    10u
#define MOST_MS     5000u
#define MOST_FOR_MS 3600000u
#define ROW_BYTES   400

static char last_events[96]; /* last events watched or logged */

/* A command's arguments. */
struct rate_plan {
    struct word events, bench;
    uint32_t every_ms, for_ms; /* for_ms 0: until something is typed */
    bool charted;              /* `scale` is allowed */
    uint32_t scales[PMC_MAX_COUNTERS];
    unsigned n_scales; /* 0: automatic */
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

/* Parses "auto", or the rates of full bars, as in "50000" or "2M,50k". */
static int rate_command_parse_scale(const struct arguments *arguments, struct word word,
                                    struct rate_plan *plan)
{
    struct word rest = word;
    plan->n_scales = 0;
    if (argument_is(word, "auto"))
        return 0;
    do {
        struct word number = word_split(&rest, ',');
        const char last = number.length ? number.text[number.length - 1] : 0;
        const uint32_t unit = last == 'k' ? 1000 : last == 'M' ? 1000000 : 1;
        number.length -= unit > 1;
        if (plan->n_scales == PMC_MAX_COUNTERS ||
            word_number(number, 1, UINT32_MAX / unit, &plan->scales[plan->n_scales]))
            return dialogue_refuse(
                "%s: scale '%.*s': expected auto, or the rate per second of a "
                "full bar, 1 to 4294967295, for all events or one for each, as "
                "in 50000 or 2M,50k",
                arguments->command, shown(word), word.text);
        plan->scales[plan->n_scales++] *= unit;
    } while (rest.length);
    return 0;
}

/*
 * Parses `every TIME`, `for TIME` and, for a chart, `scale`, in any order, after events and a
 * benchmark, which may be missing. Returns 0, or -1 after a message.
 */
static int rate_command_parse_words(struct arguments *arguments, struct rate_plan *plan)
{
    struct word word;
    while ((word = argument_next(arguments)).length) {
        bool every = argument_is(word, "every"), span = argument_is(word, "for");
        bool scale = plan->charted && argument_is(word, "scale");
        if (scale && rate_command_parse_scale(arguments, argument_next(arguments), plan))
            return -1;
        if (every && rate_command_parse_time(arguments, argument_next(arguments), LEAST_MS, MOST_MS,
                                             &plan->every_ms))
            return -1;
        if (span && rate_command_parse_time(arguments, argument_next(arguments), LEAST_MS,
                                            MOST_FOR_MS, &plan->for_ms))
            return -1;
        if (every || span || scale)
            continue;
        if (plan->bench.length || (plan->events.length && memchr(word.text, ',', word.length)))
            return dialogue_refuse("%s: unexpected '%.*s'; see 'help %s'", arguments->command,
                                   shown(word), word.text, arguments->command);
        if (plan->events.length)
            plan->bench = word;
        else
            plan->events = word;
    }
    return 0;
}

/* Parses the arguments; without events those of the last command are used. */
static int rate_command_parse(struct arguments *arguments, struct rate_plan *plan)
{
    if (rate_command_parse_words(arguments, plan))
        return -1;
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

/* Begins the chart of a watch. Returns 0, or -1 after a message. */
static int rate_command_begin_chart(const struct rate_plan *plan,
                                    const struct count_interval *interval, struct rate_chart *chart)
{
    if (plan->n_scales > 1 && plan->n_scales != interval->n_events)
        return dialogue_refuse(
            "watch: scale: %u numbers for %u event%s; expected one for all, or "
            "one for each",
            plan->n_scales, interval->n_events, interval->n_events == 1 ? "" : "s");
    rate_chart_begin(chart, interval->n_events, plan->scales, plan->n_scales);
    return 0;
}

/* Returns the clocks of a time, which is at most MOST_FOR_MS. */
static uint64_t rate_command_clocks(uint32_t ms)
{
    return session.machine->run->hz * ms / SECOND_MS;
}

/* Returns the time of some clocks, rounded to the nearest millisecond. */
static uint32_t rate_command_ms(uint64_t clocks)
{
    const uint64_t hz = session.machine->run->hz;
    return (uint32_t)((clocks * SECOND_MS + hz / 2) / hz);
}

static void rate_command_print_rates(const struct count_interval *interval, uint32_t ms,
                                     unsigned decimals, struct rate_chart *chart)
{
    char text[ROW_BYTES], time[16];
    int64_t rates[PMC_MAX_COUNTERS];
    for (unsigned e = 0; e < interval->n_events; e++)
        rates[e] = rate_chart_rate(interval->count[e], session.machine->run->hz, interval->clocks);
    if (rate_chart_add(chart, rates)) {
        rate_chart_write_scale(chart, text, sizeof text);
        dialogue_print("%s", text);
    }
    if (interval->cases > 1)
        dialogue_print("%s", interval->bench);
    const int digits = rate_chart_write_time(ms, decimals, time, sizeof time);
    format(time + digits, sizeof time - (size_t)digits, " s");
    rate_chart_write_row(chart, time, rates, text, sizeof text);
    dialogue_print("%s", text);
}

static void rate_command_show_names(const struct count_interval *interval, const char *first,
                                    const char *each)
{
    char text[ROW_BYTES];
    int length = format(text, sizeof text, "%s", first);
    for (unsigned e = 0; e < interval->n_events && length < (int)sizeof text; e++)
        length += format(text + length, sizeof text - (size_t)length, each, interval->name[e]);
    dialogue_print("%s", text);
}

static void rate_command_show_counts(const struct count_interval *interval, uint32_t ms, bool runs)
{
    char text[ROW_BYTES];
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

/* Prints what the following lines contain. */
static void rate_command_show_heading(const struct count_interval *interval, bool as_log)
{
    if (interval->cases > 1)
        dialogue_print("# %u benchmarks match: each in turn", interval->cases);
    rate_command_show_names(interval,
                            !as_log               ? "per second:"
                            : interval->cases > 1 ? "# runs and name last: ms,clocks"
                            : interval->cases     ? "# runs last: ms,clocks"
                                                  : "# ms,clocks",
                            as_log ? ",%s" : "  %s");
}

/* A sequence of intervals. A round is one interval of each case. */
struct rate_sequence {
    const struct rate_plan *plan;
    unsigned in_round, done; /* intervals */
    uint64_t clocks;         /* of all of them */
};

/*
 * Returns the clocks of the next interval; 0 at the end. An interval ends with a run of the
 * benchmark, so it is longer than requested; the next one of the same benchmark is then shorter.
 */
static uint64_t rate_command_next_interval(const struct rate_sequence *sequence)
{
    const struct rate_plan *plan = sequence->plan;
    const uint64_t every = rate_command_clocks(plan->every_ms);
    const uint64_t end = plan->for_ms ? rate_command_clocks(plan->for_ms) : UINT64_MAX;
    const bool alone = sequence->in_round == 1;
    const uint64_t from = alone ? sequence->clocks : sequence->done / sequence->in_round * every;
    const uint64_t to = alone ? (from / every + 1) * every : from + every;
    return from >= end ? 0 : (to < end ? to : end) - from;
}

/* Prints a line for each interval; a row of `chart` unless that is NULL. */
static int rate_command_follow(const struct rate_plan *plan, struct rate_chart *chart)
{
    struct count_interval interval;
    bool stopped = false;
    int failed = rate_command_begin(plan, &interval);
    struct rate_sequence sequence = {.plan = plan, .in_round = interval.cases ? interval.cases : 1};
    uint64_t clocks;
    if (!failed && chart)
        failed = rate_command_begin_chart(plan, &interval, chart);
    if (!failed)
        rate_command_show_heading(&interval, !chart);
    while (!failed && !stopped && (clocks = rate_command_next_interval(&sequence))) {
        if (sequence.done)
            failed = interval_next_case(&interval);
        if (!failed)
            failed = interval_count(&interval, clocks, &stopped);
        if (failed)
            break;
        sequence.clocks += interval.clocks;
        sequence.done++;
        const uint32_t ms = rate_command_ms(sequence.clocks);
        if (chart)
            rate_command_print_rates(&interval, ms,
                                     rate_chart_decimals(plan->every_ms, plan->for_ms), chart);
        else
            rate_command_show_counts(&interval, ms, plan->bench.length);
    }
    interval_end();
    return failed;
}

static int rate_command_watch_registers(const struct rate_plan *plan)
{
    const struct kernel_run *run = session.machine->run;
    if (plan->bench.length || plan->n_scales)
        return dialogue_refuse(
            "watch: msrs: runs no benchmark and has no scale; 'every' and 'for' are allowed");
    if (!run->hz)
        return dialogue_refuse("the clock frequency is unknown, so time cannot be measured");
    return msr_watch(run->pmc, run->hz, plan->every_ms, plan->for_ms);
}

static int rate_command_watch(struct arguments *arguments)
{
    static struct rate_chart chart;
    struct rate_plan plan = {.every_ms = SECOND_MS, .charted = true};
    if (rate_command_parse(arguments, &plan))
        return -1;
    return argument_is(plan.events, "msrs") ? rate_command_watch_registers(&plan)
                                            : rate_command_follow(&plan, &chart);
}

static int rate_command_log(struct arguments *arguments)
{
    struct rate_plan plan = {0};
    if (rate_command_parse_time(arguments, argument_next(arguments), LEAST_MS, MOST_MS,
                                &plan.every_ms) ||
        rate_command_parse(arguments, &plan))
        return -1;
    return rate_command_follow(&plan, NULL);
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
    {"watch", "EV[,EV] [BENCH] [every 1s] [for TIME] [scale N[,N]]|msrs",
     "chart rates of each BENCH, or MSRs 10h to 13h",
     "watch data_read,data_write thesis/hello every 50ms for 3s scale 2M,1M", rate_command_watch},
    {"log", "TIME [EV[,EV] [BENCH]] [for TIME]",
     "print counts every TIME as comma-separated lines, of all BENCH in turn",
     "log 100ms data_read thesis/hello for 1s", rate_command_log},
};

const struct command_group rate_commands = {"Rates", commands, sizeof commands / sizeof commands[0],
                                            .measures = true};
