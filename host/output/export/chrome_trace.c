/*
 * SPDX-License-Identifier: MIT
 * Exports the Trace Event Format, which Perfetto and speedscope open: rates as counter tracks,
 * stamps as instants, and the times between them as slices. A benchmark's pass is a process; its
 * repetitions follow one another. A slice is a begin and an end event, so that it ends at exactly
 * the time at which the next one begins: with durations, speedscope 1.25 nests slices that overlap
 * by rounding.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/data/selection/result_selection.h"
#include "host/output/export/export.h"
#include "host/data/run/channel_times.h"
#include "host/data/run/series_table.h"

#define PER_CLOCKS 1000.0

#define TRACK_REPETITIONS 0
#define TRACK_INSTANTS    1
#define TRACK_INTERVALS   2

struct trace {
    const struct export *export;
    json_t *events;
    unsigned counters, instants;
};

/* Converts clocks to microseconds. */
static double microseconds(const struct trace *trace, double clocks)
{
    return clocks / trace->export->run->mhz;
}

static void chrome_trace_add_counter(struct trace *trace, unsigned pid, const char *event,
                                     double at, double value)
{
    json_array_append_new(trace->events,
                          json_pack("{s:s, s:s, s:i, s:i, s:f, s:{s:f}}", "name", event, "ph", "C",
                                    "pid", (int)pid, "tid", 0, "ts", microseconds(trace, at),
                                    "args", "per 1,000 clocks", value));
    trace->counters++;
}

/* A value is valid from the beginning of its tick; the last one is repeated at the end. */
static double chrome_trace_add_event(struct trace *trace, unsigned pid,
                                     const struct series_table *table, unsigned event, double at)
{
    double last = NAN;
    for (unsigned i = 0; i < table->n; i++) {
        double clocks = table->clocks[i];
        double value = table->values[event][i] * PER_CLOCKS / clocks;
        if (isnan(clocks) || clocks <= 0)
            continue;
        if (!isnan(value))
            chrome_trace_add_counter(trace, pid, table->events[event], at, value);
        last = value;
        at += clocks;
    }
    if (!isnan(last))
        chrome_trace_add_counter(trace, pid, table->events[event], at, last);
    return at;
}

/* A slice of length 0 is omitted: speedscope would never close it. */
static void chrome_trace_add_slice(struct trace *trace, unsigned pid, int track, const char *name,
                                   double from, double to)
{
    double begin = microseconds(trace, from), end = microseconds(trace, to);
    if (end <= begin)
        return;
    json_array_append_new(trace->events,
                          json_pack("{s:o, s:s, s:i, s:i, s:f}", "name", json_from_text(name), "ph",
                                    "B", "pid", (int)pid, "tid", track, "ts", begin));
    json_array_append_new(trace->events,
                          json_pack("{s:o, s:s, s:i, s:i, s:f}", "name", json_from_text(name), "ph",
                                    "E", "pid", (int)pid, "tid", track, "ts", end));
}

static void chrome_trace_add_repetition(struct trace *trace, unsigned pid, unsigned rep,
                                        double from, double to)
{
    char name[40];
    snprintf(name, sizeof name, "repetition %u", rep);
    chrome_trace_add_slice(trace, pid, TRACK_REPETITIONS, name, from, to);
}

static void chrome_trace_add_name(struct trace *trace, unsigned pid, const struct sampling *pass)
{
    char *name = allocate_text("%s, %s, pass %u (%s)", pass->bench, pass->state, pass->pass,
                               platform_name(trace->export->run->platform));
    json_array_append_new(trace->events, json_pack("{s:s, s:s, s:i, s:i, s:{s:o}}", "name",
                                                   "process_name", "ph", "M", "pid", (int)pid,
                                                   "tid", 0, "args", "name", json_from_text(name)));
    free(name);
}

static void chrome_trace_add_pass(struct trace *trace, unsigned sampling)
{
    const struct run *run = trace->export->run;
    const struct sampling *pass = &run->samplings[sampling];
    double at = 0;
    chrome_trace_add_name(trace, sampling + 1, pass);
    for (unsigned rep = 0; rep < pass->repetitions; rep++) {
        struct series_table table;
        double end = at;
        series_table_make(&table, run, sampling, "gain", rep);
        for (unsigned e = 0; e < table.n_events; e++)
            if (selection_matches_sampled(trace->export->selection, pass, table.events[e]))
                end = fmax(end, chrome_trace_add_event(trace, sampling + 1, &table, e, at));
        chrome_trace_add_repetition(trace, sampling + 1, rep, at, end);
        at = end;
        series_table_free(&table);
    }
}

/* ---- stamps --------------------------------------------------------------------------------- */

static void chrome_trace_add_track(struct trace *trace, unsigned pid, int track, const char *name)
{
    json_array_append_new(trace->events,
                          json_pack("{s:s, s:s, s:i, s:i, s:{s:s}}", "name", "thread_name", "ph",
                                    "M", "pid", (int)pid, "tid", track, "args", "name", name));
}

static void chrome_trace_add_instant(struct trace *trace, unsigned pid,
                                     const struct channel_stamp *stamp, double at)
{
    char label[CHANNEL_LABEL];
    json_t *arguments = json_object();
    if (stamp->has_value)
        json_object_set_new(arguments, "value", json_from_number(stamp->value));
    json_array_append_new(trace->events,
                          json_pack("{s:o, s:s, s:s, s:i, s:i, s:f, s:o}", "name",
                                    json_from_text(channel_times_label(stamp->channel, label)),
                                    "ph", "i", "s", "t", "pid", (int)pid, "tid", TRACK_INSTANTS,
                                    "ts", microseconds(trace, at), "args", arguments));
    trace->instants++;
}

static void chrome_trace_add_interval(struct trace *trace, unsigned pid,
                                      const struct channel_stamp *from,
                                      const struct channel_stamp *to, double at)
{
    char first[CHANNEL_LABEL], second[CHANNEL_LABEL];
    char *name = allocate_text("%s to %s", channel_times_label(from->channel, first),
                               channel_times_label(to->channel, second));
    chrome_trace_add_slice(trace, pid, TRACK_INTERVALS, name, at + from->time, at + to->time);
    free(name);
}

static void chrome_trace_add_stamps(struct trace *trace, unsigned sampling)
{
    const struct run *run = trace->export->run;
    unsigned pid = sampling + 1;
    double at = 0;
    chrome_trace_add_name(trace, pid, &run->samplings[sampling]);
    chrome_trace_add_track(trace, pid, TRACK_REPETITIONS, "repetitions");
    chrome_trace_add_track(trace, pid, TRACK_INSTANTS, "stamps");
    chrome_trace_add_track(trace, pid, TRACK_INTERVALS, "between stamps");
    for (unsigned rep = 0; rep < run->samplings[sampling].repetitions; rep++) {
        struct channel_stamps stamps = channel_times_of(run, sampling, rep);
        double length = channel_times_repetition(run, sampling, &stamps);
        chrome_trace_add_repetition(trace, pid, rep, at, at + length);
        for (unsigned i = 0; i < stamps.n; i++) {
            if (!stamps.all[i].channel)
                continue;
            chrome_trace_add_instant(trace, pid, &stamps.all[i], at + stamps.all[i].time);
            if (i && stamps.all[i - 1].channel)
                chrome_trace_add_interval(trace, pid, &stamps.all[i - 1], &stamps.all[i], at);
        }
        at += length;
        free(stamps.all);
    }
}

static int export_chrome_trace(const struct export *export, FILE *to)
{
    const struct run *run = export->run;
    struct trace trace = {.export = export, .events = json_array()};
    if (run->mhz <= 0)
        message_print(
            "chrome-trace: the format needs microseconds, and this machine's clock rate is "
            "unknown; -f series has clocks");
    for (unsigned i = 0; run->mhz > 0 && i < run->n_samplings; i++)
        if (!strcmp(run->samplings[i].experiment, "rates") &&
            selection_matches_sampled(export->selection, &run->samplings[i], NULL))
            chrome_trace_add_pass(&trace, i);
    for (unsigned i = 0; run->mhz > 0 && i < run->n_samplings; i++)
        if (!strcmp(run->samplings[i].experiment, "channels") &&
            selection_matches_sampled(export->selection, &run->samplings[i], NULL))
            chrome_trace_add_stamps(&trace, i);
    if (!trace.counters && !trace.instants) {
        if (run->mhz > 0)
            message_print(
                "chrome-trace: no rates or stamps are selected (experiment=rates and "
                "experiment=channels record them)");
        json_decref(trace.events);
        return -1;
    }
    json_print(json_pack("{s:s, s:{s:o, s:o, s:s}, s:o}", "displayTimeUnit", "ns", "otherData",
                         "run", json_from_text(run->source), "processor", json_from_text(run->name),
                         "platform", run_platform_sentence(run->platform), "traceEvents",
                         trace.events),
               JSON_INDENT(1), to);
    return 0;
}

const struct format format_chrome_trace = {
    .name = "chrome-trace",
    .summary = "rates over time as counter tracks, and stamps, for Perfetto and speedscope",
    .write = export_chrome_trace,
    .sampled = true,
};
