/*
 * SPDX-License-Identifier: MIT
 * Exports Bencher Metric Format: {"benchmark": {"measure": {"value", "lower_value",
 * "upper_value"}}}. The platform can only be part of the name, so that real hardware and models
 * never share a series.
 */
#include <math.h>

#include "host/output/export/export.h"

static json_t *bmf_metric(const struct values *values)
{
    json_t *metric = json_object();
    double ci = export_ci95(values);
    json_object_set_new(metric, "value", json_from_number(values->mean));
    if (isnan(ci))
        return metric;
    json_object_set_new(metric, "lower_value", json_from_number(values->mean - ci));
    json_object_set_new(metric, "upper_value", json_from_number(values->mean + ci));
    return metric;
}

static void bmf_add_place(const struct export *export, unsigned from, unsigned to, json_t *benches)
{
    char place[PLACE_BYTES], name[PLACE_BYTES + 32], event[PLACE_BYTES];
    json_t *measures = json_object();
    for (unsigned i = from; i < to; i++)
        if (result_ok(export->results[i]))
            json_object_set_new(measures, export_event(export->results[i], event),
                                bmf_metric(&export->results[i]->values));
    snprintf(name, sizeof name, "%s [%s]", export_place(export, export->results[from], place),
             platform_name(export->run->platform));
    if (json_object_size(measures))
        json_object_set(benches, name, measures);
    json_decref(measures);
}

static int export_bmf(const struct export *export, FILE *to)
{
    json_t *benches = json_object();
    for (unsigned from = 0, to_index; from < export->n; from = to_index) {
        to_index = export_place_end(export, from);
        bmf_add_place(export, from, to_index, benches);
    }
    json_print(benches, JSON_INDENT(2), to);
    return 0;
}

const struct format format_bmf = {
    .name = "bmf",
    .summary = "Bencher Metric Format, for bencher.dev",
    .write = export_bmf,
};
