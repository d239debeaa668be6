/*
 * SPDX-License-Identifier: MIT
 * Exports the format of `perf stat -x, -r N`: value, unit, event, cgroup, spread, run time in ns,
 * share of it in %, metric, its unit. The place is in the field of the control group. No field is
 * quoted.
 */
#include <math.h>
#include <string.h>

#include "host/output/export/export.h"
#include "host/output/export/perf.h"

const char *perf_missing(const struct result *result)
{
    bool none = !strcmp(result->status, "unsupported") || !strcmp(result->status, "stuck");
    return none ? "<not supported>" : "<not counted>";
}

double perf_spread(const struct values *values)
{
    if (values->n < 2)
        return NAN;
    return values->mean ? 100 * values->sd / sqrt(values->n) / fabs(values->mean) : 0;
}

static void perf_csv_write_row(const struct export *export, const struct result *result, double ns,
                               FILE *to)
{
    char value[NUMBER_BYTES], time[NUMBER_BYTES] = "", spread[NUMBER_BYTES + 1] = "";
    char metric[NUMBER_BYTES], event[PLACE_BYTES], place[PLACE_BYTES];
    export_place(export, result, place);
    export_without(place, ",");
    if (!result_ok(result)) {
        fprintf(to, "%s,,%s,%s,,,,,\n", perf_missing(result), export_event(result, event), place);
        return;
    }
    if (!isnan(perf_spread(&result->values)))
        snprintf(spread, sizeof spread, "%.2f%%", perf_spread(&result->values));
    if (!isnan(ns))
        snprintf(time, sizeof time, "%.0f", ns);
    fprintf(to, "%s,,%s,%s,%s,%s,100.00,%s,per entry\n", export_number(result->values.mean, value),
            export_event(result, event), place, spread, time,
            export_number(result->per_entry, metric));
}

static int export_perf_csv(const struct export *export, FILE *to)
{
    fprintf(to, "# %s; build %s\n", run_platform_sentence(export->run->platform),
            *export->run->build ? export->run->build : "unknown");
    for (unsigned from = 0, end; from < export->n; from = end) {
        end = export_place_end(export, from);
        const struct result *clocks = export_clocks(export, from, end);
        double ns = clocks ? export_nanoseconds(export, clocks->values.mean) : NAN;
        for (unsigned i = from; i < end; i++)
            perf_csv_write_row(export, export->results[i], ns, to);
    }
    return 0;
}

const struct format format_perf_csv = {
    .name = "perf-csv",
    .summary = "format of 'perf stat -x,'; the region is in the cgroup field",
    .write = export_perf_csv,
};
