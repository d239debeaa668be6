/*
 * SPDX-License-Identifier: MIT
 * Exports the format of `perf stat -j -r N`: a JSON object for each event, with counter-value as a
 * string. The place is in the field of the control group; the key `platform` is an addition.
 */
#include <math.h>

#include "host/output/export/export.h"
#include "host/output/export/perf.h"

static json_t *perf_json_object(const struct export *export, const struct result *result, double ns)
{
    char number[NUMBER_BYTES], event[PLACE_BYTES], place[PLACE_BYTES];
    bool ok = result_ok(result);
    json_t *object = json_object();
    json_object_set_new(
        object, "counter-value",
        json_string(ok ? export_number(result->values.mean, number) : perf_missing(result)));
    json_object_set_new(object, "unit", json_string(""));
    json_object_set_new(object, "event", json_string(export_event(result, event)));
    json_object_set_new(object, "cgroup", json_string(export_place(export, result, place)));
    if (ok && !isnan(perf_spread(&result->values)))
        json_object_set_new(object, "variance", json_from_number(perf_spread(&result->values)));
    if (ok && !isnan(ns))
        json_object_set_new(object, "event-runtime", json_integer(llround(ns)));
    if (ok) {
        json_object_set_new(object, "pcnt-running", json_real(100));
        json_object_set_new(object, "metric-value", json_from_number(result->per_entry));
        json_object_set_new(object, "metric-unit", json_string("per entry"));
    }
    json_object_set_new(object, "platform", json_string(platform_name(export->run->platform)));
    return object;
}

static int export_perf_json(const struct export *export, FILE *to)
{
    for (unsigned from = 0, end; from < export->n; from = end) {
        end = export_place_end(export, from);
        const struct result *clocks = export_clocks(export, from, end);
        double ns = clocks ? export_nanoseconds(export, clocks->values.mean) : NAN;
        for (unsigned i = from; i < end; i++)
            json_print(perf_json_object(export, export->results[i], ns), 0, to);
    }
    return 0;
}

const struct format format_perf_json = {
    .name = "perf-json",
    .summary = "format of 'perf stat -j'; the region is in the cgroup field",
    .write = export_perf_json,
};
