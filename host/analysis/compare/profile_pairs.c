/*
 * SPDX-License-Identifier: MIT
 * Compares profiles function by function. Functions are matched by name. Without an image there are
 * only addresses, which are matched if both runs have the same build.
 */
#include "host/analysis/compare/profile_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "host/analysis/compare/proportions.h"
#include "host/analysis/profile/profiles.h"
#include "host/base/allocation.h"
#include "host/base/message.h"

struct profile_sides {
    struct debug_image *images[2];
    struct profiles profiles[2];
    bool comparable;
};

static bool profile_pairs_has_profile(const struct run *run,
                                      const struct result_selection *selection)
{
    struct result_selection any = *selection;
    any.event = NULL;
    for (unsigned i = 0; i < run->n_samplings; i++)
        if (!strcmp(run->samplings[i].experiment, "profile") &&
            selection_matches_sampled(&any, &run->samplings[i], NULL))
            return true;
    return false;
}

static bool profile_pairs_comparable(const struct profile_sides *sides, const struct run *a,
                                     const struct run *b)
{
    bool before = sides->images[0], after = sides->images[1];
    if (before && after)
        return true;
    if (before == after && *a->build && !strcmp(a->build, b->build))
        return true; /* matched by address */
    if (before == after)
        message_print(
            "comparing functions' shares needs the kernel images of %s and %s: name them with "
            "--kernel-before FILE and --kernel-after FILE",
            a->source, b->source);
    else
        message_print(
            "comparing functions' shares needs the kernel image of %s: name it with --kernel-%s "
            "FILE",
            before ? b->source : a->source, before ? "after" : "before");
    return false;
}

struct profile_sides *profile_pairs_load(const struct run *a, const struct run *b,
                                         const struct result_selection *selection,
                                         const struct kernels *kernels)
{
    struct profile_sides *sides = allocate_zeroed(sizeof *sides);
    if (!profile_pairs_has_profile(a, selection) || !profile_pairs_has_profile(b, selection))
        return sides;
    sides->images[0] = profile_image_find(a, kernels->before);
    sides->images[1] = profile_image_find(b, kernels->after);
    sides->comparable = profile_pairs_comparable(sides, a, b);
    profiles_find(&sides->profiles[0], a, selection, sides->images[0], false);
    profiles_find(&sides->profiles[1], b, selection, sides->images[1], false);
    return sides;
}

void profile_pairs_free(struct profile_sides *sides)
{
    for (unsigned i = 0; i < 2; i++) {
        profiles_free(&sides->profiles[i]);
        if (sides->images[i])
            debug_image_close(sides->images[i]);
    }
    free(sides);
}

static const struct profile *profile_pairs_profile(const struct profiles *profiles,
                                                   const struct sampled_case *of)
{
    for (unsigned i = 0; i < profiles->n; i++)
        if (profiles->all[i].first == of->first)
            return &profiles->all[i];
    return NULL;
}

/* ---- functions ------------------------------------------------------------------------------ */

struct function {
    char name[PROFILE_NAME];
    double n[2]; /* samples before and after */
};

static void profile_pairs_add_side(struct function **functions, unsigned *n,
                                   const struct profile *profile, unsigned side)
{
    unsigned rows;
    struct profile_row *groups = profiles_group_rows(profile, BY_FUNCTION, &rows);
    for (unsigned i = 0; i < rows; i++) {
        char name[PROFILE_NAME];
        struct function *function = NULL;
        profiles_function_name(&groups[i], name);
        for (unsigned f = 0; f < *n && !function; f++)
            if (!strcmp((*functions)[f].name, name))
                function = &(*functions)[f];
        if (!function) {
            function = allocate_element(functions, n, sizeof **functions);
            memcpy(function->name, name, sizeof name);
        }
        function->n[side] += groups[i].n;
    }
    free(groups);
}

static struct values percentage(double n, double all)
{
    return (struct values){.n = (unsigned)all, .mean = 100 * n / all};
}

static void profile_pairs_functions(struct result_pairs *pairs, const struct sampled_case *of,
                                    const struct profile *before, const struct profile *after,
                                    double level)
{
    struct function *functions = NULL;
    unsigned n = 0;
    profile_pairs_add_side(&functions, &n, before, 0);
    profile_pairs_add_side(&functions, &n, after, 1);
    for (unsigned f = 0; f < n; f++) {
        const double *counts = functions[f].n;
        struct values a = percentage(counts[0], before->samples);
        struct values b = percentage(counts[1], after->samples);
        struct result_pair *pair =
            sampled_cases_add_pair(pairs, OF_SHARES, of, functions[f].name, "samples", &a, &b);
        pair->difference =
            proportions(counts[0], before->samples, counts[1], after->samples, level);
    }
    free(functions);
}

void profile_pairs_add(const struct profile_sides *sides, struct result_pairs *pairs,
                       const struct sampled_case *a, const struct sampled_case *b, double level)
{
    const struct profile *before = profile_pairs_profile(&sides->profiles[0], a);
    const struct profile *after = profile_pairs_profile(&sides->profiles[1], b);
    if (!sides->comparable || !before || !after)
        return;
    if (strcmp(a->first->unit, b->first->unit) != 0)
        message_print("%s (%s): shares are not compared: samples are of %s in %s and of %s in %s",
                      a->first->bench, a->first->state, a->first->unit, a->run->source,
                      b->first->unit, b->run->source);
    else if (before->samples > 0 && after->samples > 0)
        profile_pairs_functions(pairs, a, before, after, level);
    else
        pairs->no_number++;
}
