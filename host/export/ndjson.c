/*
 * SPDX-License-Identifier: MIT
 * A JSON object a line, with everything known of a result; null where there is no number.
 */
#include <math.h>

#include "host/run/event_lookup.h"
#include "host/export/export.h"

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, export_json_text(text));
}

static void set_number(json_t *object, const char *key, double value)
{
    json_object_set_new(object, key, export_json_number(value));
}

static void set_values(json_t *object, const struct result *result)
{
    const struct values *values = &result->values;
    double ci = export_ci95(values);
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        {"n", values->n},
        {"mean", values->mean},
        {"sd", values->sd},
        {"ci95_lo", values->mean - ci},
        {"ci95_hi", values->mean + ci},
        {"min", values->min},
        {"median", values->med},
        {"max", values->max},
        {"mode", values->mode},
        {"raw", result->raw},
        {"overhead", result->overhead},
        {"per_entry", result->per_entry},
        {"outliers", result->outliers},
        {"culled", result->culled},
        {"counter_off", result->counter_off},
        {"inner_begins", result->inner_begins},
        {"inner_ends", result->inner_ends},
        {"inner_cost", result->inner_priced || !(result->inner_begins || result->inner_ends)
                           ? result->inner_cost
                           : NAN},
    };
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        set_number(object, numbers[i].key, result_ok(result) ? numbers[i].value : NAN);
}

static json_t *samples_of(const struct result *result)
{
    json_t *samples = json_array();
    for (unsigned i = 0; i < result->n_samples; i++)
        json_array_append_new(samples, export_json_number(result->samples[i]));
    return samples;
}

/* Where the numbers are from. */
static void set_source(json_t *object, const struct run *run, unsigned plan)
{
    set_text(object, "platform", platform_name(run->platform));
    set_text(object, "processor", run->name);
    set_number(object, "mhz", run->mhz > 0 ? run->mhz : NAN);
    set_text(object, "build", run->build);
    if (plan < run->n_plans) {
        set_text(object, "experiment", run->plans[plan].experiment);
        if (*run->plans[plan].paging)
            set_text(object, "paging", run->plans[plan].paging);
    }
}

static json_t *object_of(const struct export *export, const struct result *result)
{
    const struct run *run = export->run;
    json_t *object = json_object();
    set_text(object, "bench", result->bench);
    json_object_set_new(object, "region",
                        result->region == RUN_WHOLE ? json_string("whole")
                                                    : json_integer(result->region));
    set_text(object, "region_name", result->region_name);
    set_text(object, "event", result->event);
    set_text(object, "unit", event_unit(result->event));
    set_number(object, "code", result->code);
    set_number(object, "counter", result->counter);
    set_text(object, "ring", result->ring);
    set_text(object, "state", result->state);
    set_text(object, "ablate", result->ablate);
    set_values(object, result);
    set_number(object, "entries", result->entries);
    set_number(object, "exits", result->exits);
    set_text(object, "status", result->status);
    if (result->n_samples)
        json_object_set_new(object, "samples", samples_of(result));
    set_source(object, run, result->plan);
    return object;
}

static json_t *object_of_finding(const struct export *export, const struct finding *finding)
{
    json_t *object = json_object();
    set_text(object, "bench", finding->bench);
    set_text(object, "finding", finding->name);
    set_text(object, "state", finding->state);
    set_text(object, "ablate", finding->ablate);
    set_number(object, "value", finding->value);
    set_text(object, "unit", finding->unit);
    set_text(object, "text", finding->text);
    set_text(object, "documented", finding->documented);
    set_text(object, "status", finding->unsettled ? "unsettled" : "ok");
    set_source(object, export->run, finding->plan);
    return object;
}

static int write_ndjson(const struct export *export, FILE *to)
{
    for (unsigned i = 0; i < export->n; i++)
        export_json_write(object_of(export, export->results[i]), JSON_COMPACT, to);
    for (unsigned i = 0; i < export->n_findings; i++)
        export_json_write(object_of_finding(export, export->findings[i]), JSON_COMPACT, to);
    return 0;
}

const struct format format_ndjson = {
    .name = "ndjson",
    .summary = "a JSON object a line, with all that is known of a result or finding",
    .write = write_ndjson,
};
