/*
 * SPDX-License-Identifier: MIT
 * Rates as counter tracks of the Trace Event Format, which Perfetto and chrome://tracing open. A
 * benchmark's pass is a process; its repetitions stand one behind the other.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/export/export.h"
#include "host/run/series_table.h"
#include "host/show/show.h"

#define PER_CLOCKS 1000.0

struct trace {
    const struct export *export;
    json_t *events;
    unsigned counters;
};

/* Clocks in microseconds. */
static double microseconds(const struct trace *trace, double clocks)
{
    return clocks / trace->export->run->mhz;
}

static void put_counter(struct trace *trace, unsigned pid, const char *event, double at,
                        double value)
{
    json_array_append_new(trace->events,
                          json_pack("{s:s, s:s, s:i, s:i, s:f, s:{s:f}}", "name", event, "ph", "C",
                                    "pid", (int)pid, "tid", 0, "ts", microseconds(trace, at),
                                    "args", "per 1,000 clocks", value));
    trace->counters++;
}

/* A value stands from its tick's begin on; at the end the last one stands again. */
static double put_event(struct trace *trace, unsigned pid, const struct series_table *table,
                        unsigned event, double at)
{
    double last = NAN;
    for (unsigned i = 0; i < table->n; i++) {
        double clocks = table->clocks[i];
        double value = table->values[event][i] * PER_CLOCKS / clocks;
        if (isnan(clocks) || clocks <= 0)
            continue;
        if (!isnan(value))
            put_counter(trace, pid, table->events[event], at, value);
        last = value;
        at += clocks;
    }
    if (!isnan(last))
        put_counter(trace, pid, table->events[event], at, last);
    return at;
}

static void put_slice(struct trace *trace, unsigned pid, unsigned rep, double from, double to)
{
    char name[40];
    snprintf(name, sizeof name, "repetition %u", rep);
    json_array_append_new(trace->events,
                          json_pack("{s:s, s:s, s:i, s:i, s:f, s:f}", "name", name, "ph", "X",
                                    "pid", (int)pid, "tid", 0, "ts", microseconds(trace, from),
                                    "dur", microseconds(trace, to - from)));
}

static void put_name(struct trace *trace, unsigned pid, const struct sampling *pass)
{
    char *name = memory_print("%s, %s, pass %u (%s)", pass->bench, pass->state, pass->pass,
                              platform_name(trace->export->run->platform));
    json_array_append_new(trace->events,
                          json_pack("{s:s, s:s, s:i, s:i, s:{s:o}}", "name", "process_name", "ph",
                                    "M", "pid", (int)pid, "tid", 0, "args", "name",
                                    export_json_text(name)));
    free(name);
}

static void put_pass(struct trace *trace, unsigned sampling)
{
    const struct run *run = trace->export->run;
    const struct sampling *pass = &run->samplings[sampling];
    double at = 0;
    put_name(trace, sampling + 1, pass);
    for (unsigned rep = 0; rep < pass->repetitions; rep++) {
        struct series_table table;
        double end = at;
        series_table_make(&table, run, sampling, "gain", rep);
        for (unsigned e = 0; e < table.n_events; e++)
            if (selected_sampled(trace->export->selection, pass, table.events[e]))
                end = fmax(end, put_event(trace, sampling + 1, &table, e, at));
        if (end > at)
            put_slice(trace, sampling + 1, rep, at, end);
        at = end;
        series_table_free(&table);
    }
}

static int write_trace(const struct export *export, FILE *to)
{
    const struct run *run = export->run;
    struct trace trace = {.export = export, .events = json_array()};
    if (run->mhz <= 0)
        say("chrome-trace: its time is in microseconds, and how fast this machine's clock runs is "
            "not known; -f series has the clocks");
    for (unsigned i = 0; run->mhz > 0 && i < run->n_samplings; i++)
        if (!strcmp(run->samplings[i].experiment, "rates") &&
            selected_sampled(export->selection, &run->samplings[i], NULL))
            put_pass(&trace, i);
    if (!trace.counters) {
        if (run->mhz > 0)
            say("chrome-trace: no rates are selected (experiment=rates has some)");
        json_decref(trace.events);
        return -1;
    }
    export_json_write(json_pack("{s:s, s:{s:o, s:o, s:s}, s:o}", "displayTimeUnit", "ns",
                                "otherData", "run", export_json_text(run->source), "processor",
                                export_json_text(run->name), "platform",
                                platform_sentence(run->platform), "traceEvents", trace.events),
                      JSON_INDENT(1), to);
    return 0;
}

const struct format format_chrome_trace = {
    .name = "chrome-trace",
    .summary = "rates over time as counter tracks, for Perfetto and chrome://tracing",
    .write = write_trace,
    .sampled = true,
};
