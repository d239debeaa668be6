/*
 * SPDX-License-Identifier: MIT
 * Computes the breakdowns of a run: one for each result that has a region's clocks.
 */
#include "host/analysis/breakdown/region_breakdowns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/analysis/breakdown/executing_clocks.h"
#include "host/analysis/breakdown/family_breakdown.h"
#include "host/analysis/profile/profiles.h"
#include "host/base/allocation.h"
#include "host/data/run/result_index.h"

static const struct profile *region_breakdown_profile(const struct profiles *profiles,
                                                      const struct result *place)
{
    for (unsigned i = 0; i < profiles->n; i++) {
        const struct sampling *of = profiles->all[i].first;
        if (!strcmp(of->bench, place->bench) && !strcmp(of->state, place->state) &&
            !strcmp(of->ablate, place->ablate))
            return &profiles->all[i];
    }
    return NULL;
}

static unsigned region_breakdown_regions(const struct run *run, const struct result *place)
{
    unsigned n = 0;
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *other = &run->results[i];
        n += other->plan == place->plan && other->bench == place->bench &&
             other->event == place->event && other->state == place->state &&
             other->ablate == place->ablate && other->ring == place->ring;
    }
    return n;
}

static double region_breakdown_slots(const struct run *run, const struct result *place)
{
    const struct result *all =
        result_index_event(run, place, "instructions_executed", place->ablate);
    const struct result *pairs =
        result_index_event(run, place, "instructions_executed_in_v_pipe", place->ablate);
    return all && pairs && result_ok(all) && result_ok(pairs)
               ? (all->values.mean - pairs->values.mean) / place->values.mean
               : NAN;
}

static void region_breakdown_add(struct breakdowns *breakdowns, const struct profiles *profiles,
                                 const struct result *place, const struct truth *truth)
{
    const struct run *run = breakdowns->run;
    const struct profile *profile = region_breakdown_profile(profiles, place);
    struct region_breakdown region = {.place = place};
    struct executing_clocks executing;
    bool sampled = profile && place->region != RUN_WHOLE &&
                   executing_clocks_of(profile, place->bench, place->region,
                                       region_breakdown_regions(run, place),
                                       region_breakdown_slots(run, place), &executing);
    const struct breakdown_counts counts = {.run = run, .place = place};
    const struct family_parts *family = family_parts_of(run);
    if (family ? !family_breakdown_of(&counts, family, &region.breakdown)
               : !breakdown_of(&counts, &breakdowns->penalties, sampled ? &executing : NULL,
                               &region.breakdown))
        return;
    region.has_truth =
        truth && truth_of(truth, place, region.breakdown.list, region.truth, &region.truth_rest);
    if (region.has_truth)
        region.distance = truth_distance(region.truth, region.truth_rest, &region.breakdown);
    *(struct region_breakdown *)allocate_element(&breakdowns->all, &breakdowns->n,
                                                 sizeof *breakdowns->all) = region;
}

/*
 * Returns whether the result holds the region's clocks: count_clocks, or the time-stamp counter if
 * count_clocks is missing.
 */
static bool region_breakdown_has_clocks(const struct run *run, const struct result *result)
{
    const struct family_parts *family = family_parts_of(run);
    if (!result_ok(result))
        return false;
    if (family)
        return !strcmp(result->event, family->clocks);
    if (!strcmp(result->event, "count_clocks"))
        return true;
    return !strcmp(result->event, "time_stamp") &&
           !result_index_event(run, result, "count_clocks", result->ablate);
}

int region_breakdowns_find(const struct run *run, const struct breakdown_options *options,
                           struct breakdowns *breakdowns)
{
    struct profiles profiles = {0};
    struct result_selection any = {0};
    struct result_selection selection = *options->selection;
    *breakdowns = (struct breakdowns){.run = run};
    if (machine_runs_find(run, options->store, options->machine, options->profile,
                          &breakdowns->others))
        return -1;
    penalties_find(run, breakdowns->others.machine, &breakdowns->penalties);
    if (family_parts_of(run))
        snprintf(breakdowns->penalties.from, sizeof breakdowns->penalties.from,
                 "costs of events as documented for the processor's family");
    if (breakdowns->others.profile) {
        breakdowns->image = profile_image_find(breakdowns->others.profile, options->kernel);
        profiles_find(&profiles, breakdowns->others.profile, &any, breakdowns->image, true);
    }
    selection.event = NULL;
    for (unsigned i = 0; i < run->n_results; i++)
        if (region_breakdown_has_clocks(run, &run->results[i]) &&
            selection_matches(&selection, &run->results[i]))
            region_breakdown_add(breakdowns, &profiles, &run->results[i], options->truth);
    profiles_free(&profiles);
    return 0;
}

void region_breakdowns_free(struct breakdowns *breakdowns)
{
    free(breakdowns->all);
    machine_runs_free(&breakdowns->others);
    if (breakdowns->image)
        debug_image_close(breakdowns->image);
    *breakdowns = (struct breakdowns){0};
}

double breakdown_unexplained(const struct breakdown *breakdown)
{
    return breakdown->all > 0 ? breakdown->unexplained / breakdown->all : NAN;
}
