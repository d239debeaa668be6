/*
 * SPDX-License-Identifier: MIT
 * Compares profiles function by function. Functions are matched by name. Without an image there are
 * only addresses, which are matched if both runs have the same build.
 */
#include <stdlib.h>
#include <string.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/compare/proportions.h"
#include "host/compare/sampled_pairs.h"
#include "host/profile/profiles.h"

struct profile_sides {
    struct debug_image *images[2];
    struct profiles profiles[2];
    bool comparable;
};

static bool has_profile(const struct run *run, const struct selection *selection)
{
    struct selection any = *selection;
    any.event = NULL;
    for (unsigned i = 0; i < run->n_samplings; i++)
        if (!strcmp(run->samplings[i].experiment, "profile") &&
            selected_sampled(&any, &run->samplings[i], NULL))
            return true;
    return false;
}

static bool comparable(const struct profile_sides *sides, const struct run *a, const struct run *b)
{
    bool before = sides->images[0], after = sides->images[1];
    if (before && after)
        return true;
    if (before == after && *a->build && !strcmp(a->build, b->build))
        return true; /* matched by address */
    if (before == after)
        say("comparing functions' shares needs the kernel images of %s and %s: name them with "
            "--kernel-before FILE and --kernel-after FILE",
            a->source, b->source);
    else
        say("comparing functions' shares needs the kernel image of %s: name it with --kernel-%s "
            "FILE",
            before ? b->source : a->source, before ? "after" : "before");
    return false;
}

struct profile_sides *profile_sides_find(const struct run *a, const struct run *b,
                                         const struct selection *selection,
                                         const struct kernels *kernels)
{
    struct profile_sides *sides = memory_get(sizeof *sides);
    if (!has_profile(a, selection) || !has_profile(b, selection))
        return sides;
    sides->images[0] = profile_image_find(a, kernels->before);
    sides->images[1] = profile_image_find(b, kernels->after);
    sides->comparable = comparable(sides, a, b);
    profiles_find(&sides->profiles[0], a, selection, sides->images[0], false);
    profiles_find(&sides->profiles[1], b, selection, sides->images[1], false);
    return sides;
}

void profile_sides_free(struct profile_sides *sides)
{
    for (unsigned i = 0; i < 2; i++) {
        profiles_free(&sides->profiles[i]);
        if (sides->images[i])
            debug_image_close(sides->images[i]);
    }
    free(sides);
}

static const struct profile *profile_of(const struct profiles *profiles,
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

static void take_side(struct function **functions, unsigned *n, const struct profile *profile,
                      unsigned side)
{
    unsigned rows;
    struct profile_row *groups = profile_group(profile, BY_FUNCTION, &rows);
    for (unsigned i = 0; i < rows; i++) {
        char name[PROFILE_NAME];
        struct function *function = NULL;
        profile_function_name(&groups[i], name);
        for (unsigned f = 0; f < *n && !function; f++)
            if (!strcmp((*functions)[f].name, name))
                function = &(*functions)[f];
        if (!function) {
            function = memory_add(functions, n, sizeof **functions);
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

static void pair_functions(struct pairs *pairs, const struct sampled_case *of,
                           const struct profile *before, const struct profile *after, double level)
{
    struct function *functions = NULL;
    unsigned n = 0;
    take_side(&functions, &n, before, 0);
    take_side(&functions, &n, after, 1);
    for (unsigned f = 0; f < n; f++) {
        const double *counts = functions[f].n;
        struct values a = percentage(counts[0], before->samples);
        struct values b = percentage(counts[1], after->samples);
        struct pair *pair =
            pairs_add_sampled(pairs, OF_SHARES, of, functions[f].name, "samples", &a, &b);
        pair->difference =
            proportions(counts[0], before->samples, counts[1], after->samples, level);
    }
    free(functions);
}

void profile_sides_pair(const struct profile_sides *sides, struct pairs *pairs,
                        const struct sampled_case *a, const struct sampled_case *b, double level)
{
    const struct profile *before = profile_of(&sides->profiles[0], a);
    const struct profile *after = profile_of(&sides->profiles[1], b);
    if (!sides->comparable || !before || !after)
        return;
    if (strcmp(a->first->unit, b->first->unit) != 0)
        say("%s (%s): shares are not compared: samples are of %s in %s and of %s in %s",
            a->first->bench, a->first->state, a->first->unit, a->run->source, b->first->unit,
            b->run->source);
    else if (before->samples > 0 && after->samples > 0)
        pair_functions(pairs, a, before, after, level);
    else
        pairs->no_number++;
}
