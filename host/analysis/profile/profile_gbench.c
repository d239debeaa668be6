/*
 * SPDX-License-Identifier: MIT
 * Writes the hot spots as Google Benchmark JSON: each function is a benchmark, whose time is its
 * share of a repetition's clocks. Samples of events other than clocks have no time.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/profile/profiles.h"
#include "host/base/json.h"
#include "host/base/message.h"
#include "host/data/run/event_lookup.h"
#include "host/data/run/gbench_context.h"

/* Time of a repetition without the handler; NAN if it does not follow from samples and clock
 * rate. */
static double nanoseconds(const struct profile *profile)
{
    const char *unit = profile->first->unit;
    bool clocks = !strcmp(unit, "clocks") || event_is_clocks(unit);
    if (!clocks || profile->run->mhz <= 0)
        return NAN;
    return (profile->clocks - profile->hidden) / profile->repetitions / profile->run->mhz * 1000;
}

static json_t *profile_gbench_function(const struct profile *profile, const char *place,
                                       unsigned family, unsigned at, const struct profile_row *row)
{
    struct profile_share share = profiles_row_share(profile, row);
    double time = share.share * nanoseconds(profile);
    char function[PROFILE_NAME], line[PROFILE_NAME], name[PROFILE_PLACE + PROFILE_NAME];
    snprintf(name, sizeof name, "%s/%s", place, profiles_function_name(row, function));
    json_t *entry = json_pack(
        "{s:o, s:i, s:i, s:o, s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:s, s:s, s:s}", "name",
        json_from_text(name), "family_index", (int)family, "per_family_instance_index", (int)at,
        "run_name", json_from_text(name), "run_type", "iteration", "repetitions", 1,
        "repetition_index", 0, "threads", 1, "iterations", json_from_number(row->n), "real_time",
        json_from_number(time), "cpu_time", json_from_number(time), "time_unit", "ns", "label",
        platform_name(profile->run->platform), "time_of", "share of samples");
    if (*profiles_line_name(row, true, line))
        json_object_set_new(entry, "hottest_line", json_from_text(line));
    json_object_set_new(entry, "share", json_from_number(share.share));
    json_object_set_new(entry, "share_lo", json_from_number(share.low));
    json_object_set_new(entry, "share_hi", json_from_number(share.high));
    for (unsigned e = 0; e < profile->n_events; e++)
        json_object_set_new(entry, profile->events[e],
                            json_from_number(row->gains[e] / profile->event_repetitions[e]));
    return entry;
}

/* Describes how a benchmark was sampled, and which samples are missing. */
static json_t *profile_gbench_sampling(const struct profile *profile, const char *place)
{
    const struct sampling *first = profile->first;
    return json_pack(
        "{s:o, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", json_from_text(place),
        "source", first->source, "unit", first->unit, "every", json_from_number(first->every),
        "repetitions", json_from_number(profile->repetitions), "samples",
        json_from_number(profile->samples), "did_not_fit", json_from_number(profile->lost),
        "did_not_arrive", json_from_number(profile->announced - profile->samples), "clocks",
        json_from_number(profile->clocks), "handler_clocks", json_from_number(profile->hidden));
}

static void profile_gbench_report_omitted(const struct profile *profile, const char *place)
{
    if (profile->run->mhz <= 0)
        message_print("gbench: omitted %s: it has no time, because the clock rate is unknown",
                      place);
    else
        message_print(
            "gbench: omitted %s: its samples count %s, not time; sample with a timer or "
            "source=event,clocks",
            place, profile->first->unit);
}

static int profile_gbench_write(const struct profiles *profiles, FILE *to)
{
    json_t *spots = json_array(), *sampled = json_array();
    for (unsigned p = 0; p < profiles->n; p++) {
        const struct profile *profile = &profiles->all[p];
        unsigned n;
        char place[PROFILE_PLACE];
        profiles_place(profiles, p, place);
        json_array_append_new(sampled, profile_gbench_sampling(profile, place));
        if (!profile->n)
            continue;
        if (isnan(nanoseconds(profile))) {
            profile_gbench_report_omitted(profile, place);
            continue;
        }
        struct profile_row *rows = profiles_group_rows(profile, BY_FUNCTION, &n);
        for (unsigned i = 0; i < n; i++)
            json_array_append_new(spots, profile_gbench_function(profile, place, p, i, &rows[i]));
        free(rows);
    }
    json_t *context = gbench_context(profiles->all[0].run);
    json_object_set_new(context, "sampled", sampled);
    json_print(json_pack("{s:o, s:o}", "context", context, "benchmarks", spots), JSON_INDENT(2),
               to);
    return 0;
}

const struct profile_format profile_gbench = {
    .name = "gbench",
    .summary = "Google Benchmark's JSON of functions and their times, for its compare.py",
    .write = profile_gbench_write,
};
