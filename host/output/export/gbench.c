/*
 * SPDX-License-Identifier: MIT
 * Exports Google Benchmark's JSON: a benchmark for each region whose time is known, other events as
 * user counters. Its compare.py compares only times and requires one in each entry. Every benchmark
 * has the same number of repetitions, since OVERALL_GEOMEAN is a mean over repetitions, not over
 * benchmarks (report.py of Google Benchmark 1.7.1).
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/output/export/export.h"
#include "host/data/run/gbench_context.h"
#include "host/output/show/throughput.h"
#include "host/base/message.h"

struct family {
    const struct export *export;
    unsigned from, to, index;
    unsigned repetitions; /* of each benchmark that has samples */
    const struct result *clocks;
    char name[PLACE_BYTES];
    json_t *benchmarks;
};

enum aggregate { MEAN, MEDIAN, STDDEV };
static const char *const aggregate_names[] = {"mean", "median", "stddev"};

static double aggregate_of(const struct values *values, enum aggregate aggregate)
{
    return aggregate == MEAN ? values->mean : aggregate == MEDIAN ? values->med : values->sd;
}

static json_t *gbench_entry(const struct family *family, const char *name, const char *run_type,
                            double clocks)
{
    double ns = export_nanoseconds(family->export, clocks);
    json_t *object =
        json_pack("{s:s, s:i, s:i, s:s, s:s, s:i, s:i, s:i, s:o, s:o, s:s, s:s, s:s}", "name", name,
                  "family_index", (int)family->index, "per_family_instance_index", 0, "run_name",
                  family->name, "run_type", run_type, "repetitions", (int)family->clocks->values.n,
                  "threads", 1, "iterations", 1, "real_time", json_from_number(ns), "cpu_time",
                  json_from_number(ns), "time_unit", "ns", "label",
                  platform_name(family->export->run->platform), "time_of", family->clocks->event);
    struct throughput rates = throughput_of(family->export->run, family->clocks);
    if (rates.bytes > 0 && clocks > 0)
        json_object_set_new(object, "bytes_per_second", json_from_number(1e9 * rates.bytes / ns));
    if (rates.items > 0 && clocks > 0)
        json_object_set_new(object, "items_per_second", json_from_number(1e9 * rates.items / ns));
    return object;
}

static void gbench_add_aggregate(const struct family *family, enum aggregate aggregate)
{
    char name[PLACE_BYTES + 16], event[PLACE_BYTES];
    snprintf(name, sizeof name, "%s_%s", family->name, aggregate_names[aggregate]);
    json_t *object =
        gbench_entry(family, name, "aggregate", aggregate_of(&family->clocks->values, aggregate));
    json_object_set_new(object, "aggregate_name", json_string(aggregate_names[aggregate]));
    json_object_set_new(object, "aggregate_unit", json_string("time"));
    for (unsigned i = family->from; i < family->to; i++) {
        const struct result *result = family->export->results[i];
        if (result_ok(result))
            json_object_set_new(object, export_event(result, event),
                                json_from_number(aggregate_of(&result->values, aggregate)));
    }
    json_array_append_new(family->benchmarks, object);
}

/* The samples of other events belong to other repetitions, so they are not included. */
static void gbench_add_repetition(const struct family *family, unsigned number)
{
    char event[PLACE_BYTES];
    double clocks = family->clocks->samples[number];
    json_t *object = gbench_entry(family, family->name, "iteration", clocks);
    json_object_set_new(object, "repetition_index", json_integer(number));
    json_object_set_new(object, export_event(family->clocks, event), json_from_number(clocks));
    json_array_append_new(family->benchmarks, object);
}

static void gbench_add_family(const struct family *family)
{
    for (unsigned i = 0; i < family->clocks->n_samples && i < family->repetitions; i++)
        gbench_add_repetition(family, i);
    gbench_add_aggregate(family, MEAN);
    if (!isnan(family->clocks->values.med))
        gbench_add_aggregate(family, MEDIAN);
    if (family->clocks->values.n > 1)
        gbench_add_aggregate(family, STDDEV);
}

static void gbench_add_missing(const struct family *family, json_t *without_number)
{
    for (unsigned i = family->from; i < family->to; i++) {
        const struct result *result = family->export->results[i];
        char event[PLACE_BYTES], text[2 * PLACE_BYTES];
        if (result_ok(result))
            continue;
        snprintf(text, sizeof text, "%s %s: %s", family->name, export_event(result, event),
                 result->status);
        json_array_append_new(without_number, json_string(text));
    }
}

static const struct result *gbench_clocks(const struct export *export, unsigned from, unsigned to)
{
    return export->run->mhz > 0 ? export_clocks(export, from, to) : NULL;
}

/*
 * Returns the smallest number of samples of a benchmark's time among those that have samples. It is
 * reported if others have more.
 */
static unsigned gbench_repetitions(const struct export *export)
{
    unsigned least = UINT_MAX, most = 0;
    for (unsigned from = 0, to; from < export->n; from = to) {
        to = export_place_end(export, from);
        const struct result *clocks = gbench_clocks(export, from, to);
        unsigned n = clocks ? clocks->n_samples : 0;
        if (n && n < least)
            least = n;
        if (n > most)
            most = n;
    }
    if (least < most)
        message_print(
            "gbench: wrote the first %u repetitions of each benchmark (up to %u were measured), "
            "because OVERALL_GEOMEAN of compare.py weights a benchmark by its repetitions; means "
            "and medians are of all repetitions",
            least, most);
    return least;
}

static int export_gbench(const struct export *export, FILE *to)
{
    struct family family = {
        .export = export, .benchmarks = json_array(), .repetitions = gbench_repetitions(export)};
    json_t *without_number = json_array();
    unsigned timeless = 0;
    for (; family.from < export->n; family.from = family.to) {
        family.to = export_place_end(export, family.from);
        export_place(export, export->results[family.from], family.name);
        family.clocks = gbench_clocks(export, family.from, family.to);
        gbench_add_missing(&family, without_number);
        timeless += !family.clocks;
        if (family.clocks) {
            gbench_add_family(&family);
            family.index++;
        }
    }
    if (timeless)
        message_print(
            "gbench: omitted %u regions without a time; count_clocks or time_stamp gives it if the "
            "clock rate is known",
            timeless);
    json_t *context = gbench_context(export->run);
    json_object_set_new(context, "without_number", without_number);
    json_print(json_pack("{s:o, s:o}", "context", context, "benchmarks", family.benchmarks),
               JSON_INDENT(2), to);
    return 0;
}

const struct format format_gbench = {
    .name = "gbench",
    .summary = "Google Benchmark's JSON, for compare.py; run with output_all_results=yes",
    .write = export_gbench,
};
