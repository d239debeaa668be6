/*
 * SPDX-License-Identifier: MIT
 * Uses the keys that compare.py and similar tools read, and additional ones for other properties of
 * a run.
 */
#include "host/data/run/gbench_context.h"

#include <math.h>
#include <time.h>

#include "host/base/json.h"

json_t *gbench_context(const struct run *run)
{
    json_t *context = json_pack(
        "{s:o, s:o, s:s, s:i, s:b, s:[], s:[], s:s, s:s, s:o, s:o}", "host_name",
        json_from_text(*run->name ? run->name : "not known"), "executable",
        json_from_text(run->source), "library_build_type", "release", "num_cpus", 1,
        "cpu_scaling_enabled", 0, "caches", "load_avg", "platform", platform_name(run->platform),
        "platform_means", run_platform_sentence(run->platform), "build", json_from_text(run->build),
        "arguments", json_from_text(run->arguments));
    if (run->mhz > 0)
        json_object_set_new(context, "mhz_per_cpu", json_integer(llround(run->mhz)));
    if (run->when > 0) {
        time_t when = (time_t)run->when;
        char text[40];
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", gmtime(&when));
        json_object_set_new(context, "date", json_string(text));
    }
    return context;
}
