/*
 * SPDX-License-Identifier: MIT
 * Exports speedscope's file format: a sampled profile for each event, and for each place a stack of
 * benchmark and region with the count as its weight. Names contain the platform, since the format
 * has no field for it.
 */
#include <string.h>

#include "host/output/export/export.h"
#include "host/base/allocation.h"
#include "host/base/build_name.h"

/* Returns the index of the frame with this name; adds it if necessary. */
static size_t speedscope_frame(json_t *frames, const char *name)
{
    size_t at;
    json_t *frame;
    json_array_foreach(frames, at, frame)
    {
        if (!strcmp(json_string_value(json_object_get(frame, "name")), name))
            return at;
    }
    json_array_append_new(frames, json_pack("{s:s}", "name", name));
    return at;
}

static json_t *speedscope_profile(const struct export *export, const char *event, json_t *frames)
{
    json_t *samples = json_array(), *weights = json_array();
    double total = 0;
    for (unsigned i = 0; i < export->n; i++) {
        const struct result *result = export->results[i];
        char place[PLACE_BYTES];
        if (!export_shown(result, event))
            continue;
        json_int_t bench = (json_int_t)speedscope_frame(frames, result->bench);
        json_int_t region =
            (json_int_t)speedscope_frame(frames, export_place(export, result, place));
        json_array_append_new(samples, json_pack("[I,I]", bench, region));
        json_array_append_new(weights, json_from_number(result->values.mean));
        total += result->values.mean;
    }
    char *name = allocate_text("%s (%s)", event, platform_name(export->run->platform));
    json_t *profile = json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:o}", "type", "sampled", "name",
                                name, "unit", "none", "startValue", 0, "endValue",
                                json_from_number(total), "samples", samples, "weights", weights);
    free(name);
    return profile;
}

static bool speedscope_has_profile(const json_t *names, const char *event)
{
    size_t at;
    json_t *name;
    json_array_foreach(names, at, name)
    {
        if (!strcmp(json_string_value(name), event))
            return true;
    }
    return false;
}

static json_t *speedscope_profiles(const struct export *export, json_t *frames)
{
    json_t *profiles = json_array(), *names = json_array();
    for (unsigned i = 0; i < export->n; i++) {
        char event[PLACE_BYTES];
        export_event(export->results[i], event);
        if (!result_ok(export->results[i]) || speedscope_has_profile(names, event))
            continue;
        json_array_append_new(names, json_string(event));
        json_array_append_new(profiles, speedscope_profile(export, event, frames));
    }
    json_decref(names);
    return profiles;
}

static int export_speedscope(const struct export *export, FILE *to)
{
    export_drop_negative(export, "speedscope");
    json_t *frames = json_array();
    json_t *profiles = speedscope_profiles(export, frames);
    char *name =
        allocate_text("%s, %s", export->run->source, run_platform_sentence(export->run->platform));
    json_t *file =
        json_pack("{s:s, s:o, s:s+, s:i, s:{s:o}, s:o}", "$schema",
                  "https://www.speedscope.app/file-format-schema.json", "name",
                  json_from_text(name), "exporter", "bareprobe ", build_name, "activeProfileIndex",
                  0, "shared", "frames", frames, "profiles", profiles);
    free(name);
    json_print(file, JSON_INDENT(1), to);
    return 0;
}

const struct format format_speedscope = {
    .name = "speedscope",
    .summary = "profiles of regions, one per event, for speedscope.app",
    .write = export_speedscope,
};
