/*
 * SPDX-License-Identifier: MIT
 * Exports one JSON object per line with all data of a result; null for missing numbers.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/output/export/export.h"
#include "host/data/run/event_lookup.h"
#include "host/data/run/finding_text.h"
#include "host/data/run/channel_times.h"
#include "host/data/run/sampled_run.h"
#include "host/output/show/multiplex_figures.h"

static void set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, json_from_text(text));
}

static void set_number(json_t *object, const char *key, double value)
{
    json_object_set_new(object, key, json_from_number(value));
}

static void ndjson_set_values(json_t *object, const struct result *result)
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
        {"probe_low", result->probe_low},
        {"probe_high", result->probe_high},
    };
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        set_number(object, numbers[i].key, result_ok(result) ? numbers[i].value : NAN);
}

static json_t *samples_of(const struct result *result)
{
    json_t *samples = json_array();
    for (unsigned i = 0; i < result->n_samples; i++)
        json_array_append_new(samples, json_from_number(result->samples[i]));
    return samples;
}

/* Sets the keys for the origin of the numbers. */
static void ndjson_set_source(json_t *object, const struct run *run, unsigned plan)
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

static json_t *ndjson_result(const struct export *export, const struct result *result)
{
    const struct run *run = export->run;
    json_t *object = json_object();
    set_text(object, "bench", result->bench);
    json_object_set_new(object, "region",
                        result->region == RUN_WHOLE ? json_string("whole")
                                                    : json_integer(result->region));
    set_text(object, "region_name", result->region_name);
    set_text(object, "event", result->event);
    set_text(object, "unit", event_lookup_unit(result->event));
    set_number(object, "code", result->code);
    set_number(object, "counter", result->counter);
    set_text(object, "ring", result->ring);
    set_text(object, "state", result->state);
    set_text(object, "ablate", result->ablate);
    ndjson_set_values(object, result);
    set_number(object, "entries", result->entries);
    set_number(object, "exits", result->exits);
    set_text(object, "status", result->status);
    if (result->suspect)
        set_text(object, "suspect", result->suspect);
    if (result->n_samples)
        json_object_set_new(object, "samples", samples_of(result));
    ndjson_set_source(object, run, result->plan);
    return object;
}

static json_t *ndjson_program(const struct export *export, const struct program_run *program)
{
    json_t *object = json_object();
    set_text(object, "bench", program->bench);
    set_text(object, "program", program->command);
    set_text(object, "state", program->state);
    set_text(object, "ablate", program->ablate);
    set_text(object, "end", program->end);
    set_number(object, "exit_status", strcmp(program->end, "exit") ? NAN : program->status);
    set_text(object, "signal", program->signal);
    set_text(object, "what", program->what);
    set_number(object, "file_bytes", program->file_bytes);
    set_number(object, "entry", program->entry);
    set_number(object, "memory_kb", program->memory_kb);
    set_number(object, "system_calls", program->system_calls);
    ndjson_set_source(object, export->run, program->plan);
    return object;
}

static json_t *ndjson_finding(const struct export *export, const struct finding *finding)
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
    set_text(object, "status",
             finding_text_is_impossible(finding) ? "suspect"
             : finding->unsettled                ? "unsettled"
                                                 : "ok");
    ndjson_set_source(object, export->run, finding->plan);
    return object;
}

/* ---- sampled passes ---------------------------------------------------------------------------
 */

static json_t *ndjson_sampling(const struct export *export, const char *what,
                               const struct sampling *sampling)
{
    json_t *object = json_object();
    set_text(object, "bench", sampling->bench);
    set_text(object, "sampled", what);
    set_text(object, "state", sampling->state);
    set_text(object, "ablate", sampling->ablate);
    set_number(object, "pass", sampling->pass);
    ndjson_set_source(object, export->run, sampling->plan);
    return object;
}

static void ndjson_write_pass(const struct export *export, const struct sampling *sampling,
                              FILE *to)
{
    json_t *object = ndjson_sampling(export, "pass", sampling);
    const struct {
        const char *key, *text;
    } texts[] = {{"kind", sampling->experiment}, {"ring", sampling->ring},
                 {"events", sampling->events},   {"count_ring", sampling->count_ring},
                 {"source", sampling->source},   {"unit", sampling->unit},
                 {"spread", sampling->spread}};
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"every", sampling->every},
                   {"seed", sampling->seed},
                   {"repetitions", sampling->repetitions},
                   {"samples", sampling->samples},
                   {"lost", sampling->lost},
                   {"faulted", sampling->faulted},
                   {"clocks", sampling->clocks},
                   {"hidden", sampling->hidden},
                   {"handler", sampling->handler},
                   {"handler_min", sampling->handler_min},
                   {"handler_max", sampling->handler_max}};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        set_text(object, texts[i].key, texts[i].text);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        set_number(object, numbers[i].key, numbers[i].value);
    json_print(object, JSON_COMPACT, to);
}

static json_t *ndjson_list(const char *list)
{
    json_t *array = json_array();
    double numbers[SERIES_MOST_OF_RECORD];
    int n = sampled_run_numbers(list, numbers, SERIES_MOST_OF_RECORD);
    for (int i = 0; i < n && i < SERIES_MOST_OF_RECORD; i++)
        json_array_append_new(array, json_from_number(numbers[i]));
    return array;
}

static void ndjson_write_sample_counts(const struct export *export, unsigned at, FILE *to)
{
    const struct run *run = export->run;
    for (unsigned i = 0; i < run->n_hits; i++) {
        const struct hit *hit = &run->hits[i];
        if (hit->sampling != at)
            continue;
        json_t *object = ndjson_sampling(export, "hit", &run->samplings[at]);
        set_number(object, "address", hit->address);
        if (hit->return_to)
            set_number(object, "return_to", hit->return_to);
        if (hit->executed)
            set_number(object, "executed", hit->executed);
        set_text(object, "ring", hit->ring);
        set_number(object, "n", hit->n);
        json_object_set_new(object, "gains", ndjson_list(hit->gains));
        json_print(object, JSON_COMPACT, to);
    }
}

static void ndjson_write_registers(const struct export *export, unsigned at, FILE *to)
{
    const struct run *run = export->run;
    for (unsigned i = 0; i < run->n_register_samples; i++) {
        const struct register_sample *sample = &run->register_samples[i];
        if (sample->sampling != at)
            continue;
        json_t *object = ndjson_sampling(export, "registers", &run->samplings[at]);
        const struct {
            const char *name;
            unsigned value;
        } numbers[] = {
            {"sample", sample->sample}, {"address", sample->address}, {"eflags", sample->eflags},
            {"eax", sample->eax},       {"ebx", sample->ebx},         {"ecx", sample->ecx},
            {"edx", sample->edx},       {"esi", sample->esi},         {"edi", sample->edi},
            {"ebp", sample->ebp},       {"esp", sample->esp}};
        for (unsigned n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
            set_number(object, numbers[n].name, numbers[n].value);
        set_text(object, "ring", sample->ring);
        json_print(object, JSON_COMPACT, to);
    }
}

static void ndjson_write_series(const struct export *export, unsigned at, FILE *to)
{
    const struct run *run = export->run;
    for (unsigned i = 0; i < run->n_series; i++) {
        const struct series_part *part = &run->series[i];
        if (part->sampling != at)
            continue;
        json_t *object = ndjson_sampling(export, "series", &run->samplings[at]);
        set_text(object, "event", part->event);
        set_text(object, "of", part->of);
        set_number(object, "rep", part->rep);
        set_number(object, "first", part->first);
        json_object_set_new(object, "values", ndjson_list(part->values));
        json_print(object, JSON_COMPACT, to);
    }
}

static void ndjson_write_multiplexes(const struct export *export, unsigned at, FILE *to)
{
    const struct run *run = export->run;
    for (unsigned i = 0; i < run->n_multiplexes; i++) {
        const struct multiplex *multiplex = &run->multiplexes[i];
        struct multiplex_figures figures;
        if (multiplex->sampling != at)
            continue;
        json_t *object = ndjson_sampling(export, "multiplex", &run->samplings[at]);
        multiplex_figures_of_run(run, multiplex, &figures);
        set_text(object, "event", multiplex->event);
        set_number(object, "group", multiplex->group);
        set_number(object, "groups", multiplex->groups);
        set_number(object, "share", multiplex->share ? multiplex->share : 1);
        set_number(object, "slices", multiplex->slices ? multiplex->slices : multiplex->groups);
        set_number(object, "slice", multiplex->slice);
        set_text(object, "unit", multiplex->unit);
        set_text(object, "order", multiplex->order);
        set_number(object, "rounds", figures.rounds);
        set_number(object, "estimate", figures.estimate);
        set_number(object, "half_width", figures.half_width);
        set_number(object, "exact", figures.exact);
        set_number(object, "off", figures.off);
        set_number(object, "distance", figures.distance);
        json_print(object, JSON_COMPACT, to);
    }
}

static void ndjson_write_region_counts(const struct export *export, unsigned at, FILE *to)
{
    const struct run *run = export->run;
    for (unsigned i = 0; i < run->n_region_counts; i++) {
        const struct region_count *count = &run->region_counts[i];
        if (count->sampling != at)
            continue;
        json_t *object = ndjson_sampling(export, "region_count", &run->samplings[at]);
        set_number(object, "region", count->region);
        if (count->region_name)
            set_text(object, "region_name", count->region_name);
        set_text(object, "event", count->event);
        set_text(object, "of", count->of);
        set_number(object, "group", count->group);
        set_number(object, "rounds", count->rounds);
        set_number(object, "entries", count->entries);
        set_number(object, "count", count->count);
        set_number(object, "half_width", count->half_width);
        set_number(object, "inner_begins", count->inner_begins);
        set_number(object, "inner_ends", count->inner_ends);
        json_print(object, JSON_COMPACT, to);
    }
}

static void ndjson_write_channels(const struct export *export, unsigned at, FILE *to)
{
    const struct run *run = export->run;
    unsigned n;
    for (unsigned i = 0; i < run->n_channels; i++) {
        const struct channel *channel = &run->channels[i];
        char label[CHANNEL_LABEL];
        if (channel->sampling != at)
            continue;
        json_t *object = ndjson_sampling(export, "channel", &run->samplings[at]);
        set_text(object, "channel", channel->key);
        json_object_set_new(object, "name", json_from_text(channel_times_label(channel, label)));
        set_number(object, "n", channel->n);
        set_number(object, "cost", channel->cost);
        json_print(object, JSON_COMPACT, to);
    }
    struct channel_pair *pairs = channel_times_pairs(run, at, &n);
    for (unsigned i = 0; i < n; i++) {
        json_t *object = ndjson_sampling(export, "interval", &run->samplings[at]);
        set_text(object, "from", pairs[i].from->key);
        set_text(object, "to", pairs[i].to->key);
        set_number(object, "n", pairs[i].n);
        set_number(object, "min", pairs[i].least);
        set_number(object, "mean", pairs[i].mean);
        set_number(object, "max", pairs[i].most);
        set_number(object, "sd", pairs[i].sd);
        json_print(object, JSON_COMPACT, to);
    }
    free(pairs);
}

static void ndjson_write_stamps(const struct export *export, unsigned at, FILE *to)
{
    const struct run *run = export->run;
    const struct sampling *pass = &run->samplings[at];
    bool stamped = !strcmp(pass->experiment, "channels");
    for (unsigned rep = 0; stamped && rep < pass->repetitions; rep++) {
        struct channel_stamps stamps = channel_times_of(run, at, rep);
        for (unsigned i = 0; i < stamps.n; i++) {
            const struct channel_stamp *stamp = &stamps.all[i];
            if (!stamp->channel)
                continue;
            json_t *object = ndjson_sampling(export, "stamp", pass);
            set_number(object, "rep", rep);
            set_number(object, "clocks", stamp->time);
            set_text(object, "channel", stamp->channel->key);
            set_number(object, "value", stamp->has_value ? stamp->value : NAN);
            json_print(object, JSON_COMPACT, to);
        }
        free(stamps.all);
    }
}

static int export_ndjson(const struct export *export, FILE *to)
{
    for (unsigned i = 0; i < export->n; i++)
        json_print(ndjson_result(export, export->results[i]), JSON_COMPACT, to);
    for (unsigned i = 0; i < export->run->n_programs; i++)
        if (export_wants_program(export, &export->run->programs[i]))
            json_print(ndjson_program(export, &export->run->programs[i]), JSON_COMPACT, to);
    for (unsigned i = 0; i < export->n_findings; i++)
        json_print(ndjson_finding(export, export->findings[i]), JSON_COMPACT, to);
    for (unsigned i = 0; i < export->run->n_samplings; i++) {
        if (!selection_matches_sampled(export->selection, &export->run->samplings[i], NULL))
            continue;
        ndjson_write_pass(export, &export->run->samplings[i], to);
        ndjson_write_sample_counts(export, i, to);
        ndjson_write_registers(export, i, to);
        ndjson_write_series(export, i, to);
        ndjson_write_multiplexes(export, i, to);
        ndjson_write_region_counts(export, i, to);
        ndjson_write_channels(export, i, to);
        ndjson_write_stamps(export, i, to);
    }
    return 0;
}

const struct format format_ndjson = {
    .name = "ndjson",
    .summary = "one JSON object per line, with all data of a result or finding",
    .write = export_ndjson,
    .sampled = true,
};
