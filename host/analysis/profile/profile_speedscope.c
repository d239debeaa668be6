/*
 * SPDX-License-Identifier: MIT
 * Writes speedscope's file format: for each benchmark one sampled profile of its samples and one of
 * each event, with stacks of function and line.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/profiles.h"
#include "host/base/allocation.h"
#include "host/base/json.h"

static json_int_t profile_speedscope_frame(json_t *frames, const char *name, const char *file,
                                           int line)
{
    size_t at;
    json_t *frame;
    json_array_foreach(frames, at, frame)
    {
        const char *own = json_string_value(json_object_get(frame, "file"));
        if (!strcmp(json_string_value(json_object_get(frame, "name")), name) &&
            !strcmp(own ? own : "", file ? file : "") &&
            json_integer_value(json_object_get(frame, "line")) == line)
            return (json_int_t)at;
    }
    frame = json_pack("{s:o}", "name", json_from_text(name));
    if (file)
        json_object_set_new(frame, "file", json_from_text(file));
    if (line)
        json_object_set_new(frame, "line", json_integer(line));
    json_array_append_new(frames, frame);
    return (json_int_t)json_array_size(frames) - 1;
}

/* Event -1 means the samples themselves. */
static json_t *profile_speedscope_profile(const struct profiles *profiles, unsigned at, int event,
                                          json_t *frames)
{
    const struct profile *profile = &profiles->all[at];
    json_t *samples = json_array(), *weights = json_array();
    char place[PROFILE_PLACE];
    double total = 0;
    for (unsigned i = 0; i < profile->n; i++) {
        const struct profile_row *row = &profile->rows[i];
        double weight = event < 0 ? row->n : row->gains[event];
        char function[PROFILE_NAME], line[PROFILE_NAME];
        if (weight <= 0)
            continue;
        json_t *stack = json_array();
        json_array_append_new(stack, json_integer(profile_speedscope_frame(
                                         frames, profiles_function_name(row, function), NULL, 0)));
        if (*profiles_line_name(row, false, line))
            json_array_append_new(stack, json_integer(profile_speedscope_frame(
                                             frames, line, row->spot.file, row->spot.line)));
        json_array_append_new(samples, stack);
        json_array_append_new(weights, json_integer((json_int_t)llround(weight)));
        total += round(weight);
    }
    char *name = allocate_text("%s: %s (%s)", profiles_place(profiles, at, place),
                               event < 0 ? "samples" : profile->events[event],
                               platform_name(profile->run->platform));
    json_t *made = json_pack("{s:s, s:o, s:s, s:i, s:I, s:o, s:o}", "type", "sampled", "name",
                             json_from_text(name), "unit", "none", "startValue", 0, "endValue",
                             (json_int_t)total, "samples", samples, "weights", weights);
    free(name);
    return made;
}

static int profile_speedscope_write(const struct profiles *profiles, FILE *to)
{
    json_t *frames = json_array(), *all = json_array();
    for (unsigned p = 0; p < profiles->n; p++)
        for (int e = -1; e < (int)profiles->all[p].n_events; e++)
            json_array_append_new(all, profile_speedscope_profile(profiles, p, e, frames));
    const struct run *run = profiles->all[0].run;
    char *name = allocate_text("%s, %s", run->source, run_platform_sentence(run->platform));
    json_t *file = json_pack("{s:s, s:o, s:s, s:i, s:{s:o}, s:o}", "$schema",
                             "https://www.speedscope.app/file-format-schema.json", "name",
                             json_from_text(name), "exporter", "bareprobe", "activeProfileIndex", 0,
                             "shared", "frames", frames, "profiles", all);
    free(name);
    json_dumpf(file, to, JSON_INDENT(1));
    putc('\n', to);
    json_decref(file);
    return 0;
}

const struct profile_format profile_speedscope = {
    .name = "speedscope",
    .summary = "samples and events by function and line, for speedscope.app",
    .write = profile_speedscope_write,
};
