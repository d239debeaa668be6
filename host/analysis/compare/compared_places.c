/*
 * SPDX-License-Identifier: MIT
 * Renames the results of a run in memory; the store and the log are not changed.
 */
#include "host/analysis/compare/compared_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/message.h"

#define NOT_COMPARED "(not compared)"

static unsigned compared_places_count(const char *const *values)
{
    unsigned n = 0;
    while (values[n])
        n++;
    return n;
}

/* Returns 0, or -1 after a message. */
static int compared_places_read_option(const char *option, const char *const *values,
                                       const char *both[2])
{
    unsigned n = compared_places_count(values);
    if (n > 2) {
        message_print(
            "--%s: given %u times; given twice, it compares the first with the second, "
            "and a list such as 'A,B,C' selects several",
            option, n);
        return -1;
    }
    both[0] = n ? values[0] : NULL;
    both[1] = n > 1 ? values[1] : both[0];
    return 0;
}

int compared_places_read(struct compared_places *places, const char *const *benches,
                         const char *const *regions, struct result_selection *selection)
{
    if (compared_places_read_option("bench", benches, places->bench) ||
        compared_places_read_option("region", regions, places->region))
        return -1;
    places->two = places->bench[0] != places->bench[1] || places->region[0] != places->region[1];
    selection->bench = places->bench[0];
    selection->region = places->region[0];
    return 0;
}

/* ---- the places of a run --------------------------------------------------------------------- */

/* A benchmark, and a result of its region; NULL if all regions are compared. */
struct compared_place {
    const char *bench;
    const struct result *region;
};

static int compared_places_ambiguous(const struct run *run, const char *what, const char *one,
                                     const char *other)
{
    message_print("%s: the %s to compare is ambiguous: %s or %s; select one by -%c", run->source,
                  what, one, other, *what);
    return -1;
}

static int compared_places_missing(const struct run *run, const struct result_selection *selection)
{
    selection_check(selection, run);
    message_print("%s has no result of benchmark '%s'%s%s%s to compare", run->source,
                  selection->bench ? selection->bench : "*", selection->region ? ", region '" : "",
                  selection->region ? selection->region : "", selection->region ? "'" : "");
    return -1;
}

/* Finds the only benchmark of the selection, and with `region` its only region. */
static int compared_places_find(const struct run *run, const struct result_selection *selection,
                                bool region, struct compared_place *place)
{
    *place = (struct compared_place){0};
    for (unsigned i = 0; i < run->n_samplings && !region; i++) {
        const char *bench = run->samplings[i].bench;
        if (selection_matches_sampled(selection, &run->samplings[i], NULL) && !place->bench)
            place->bench = bench;
    }
    for (unsigned i = 0; i < run->n_results; i++) {
        const struct result *result = &run->results[i];
        char one[160], other[160];
        if (!selection_matches(selection, result))
            continue;
        if (place->bench && place->bench != result->bench)
            return compared_places_ambiguous(run, "benchmark", place->bench, result->bench);
        place->bench = result->bench;
        if (region && place->region && place->region->region != result->region)
            return compared_places_ambiguous(run, "region",
                                             run_region_text(place->region, one, sizeof one),
                                             run_region_text(result, other, sizeof other));
        place->region = region ? result : NULL;
    }
    return place->bench ? 0 : compared_places_missing(run, selection);
}

/* Removes the results that are not selected. */
static void compared_places_keep(struct run *run, const struct result_selection *selection)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < run->n_results; i++) {
        if (selection_matches(selection, &run->results[i]))
            run->results[kept++] = run->results[i];
        else
            free(run->results[i].samples);
    }
    run->n_results = kept;
}

static void compared_places_rename(struct run *run, const struct compared_place *from,
                                   const struct compared_place *to)
{
    const char *bench = string_set_print(&run->strings, "%s", to->bench);
    for (unsigned i = 0; i < run->n_results; i++) {
        struct result *result = &run->results[i];
        result->bench = bench;
        if (to->region)
            result->region = to->region->region;
    }
    const char *other = string_set_print(&run->strings, NOT_COMPARED);
    for (unsigned i = 0; i < run->n_samplings; i++)
        run->samplings[i].bench =
            run->samplings[i].bench == from->bench && !to->region ? bench : other;
}

/* Adds the place to the description of the run. */
static void compared_places_describe(struct run *run, const struct compared_place *place)
{
    char region[160];
    run->source =
        place->region
            ? string_set_print(&run->strings, "%s, %s of %s", place->bench,
                               run_region_text(place->region, region, sizeof region), run->source)
            : string_set_print(&run->strings, "%s of %s", place->bench, run->source);
}

int compared_places_align(const struct compared_places *places, struct run *a, struct run *b,
                          struct result_selection *selection)
{
    const bool region = places->region[0] != places->region[1];
    struct result_selection second = *selection;
    struct compared_place of_a, of_b;
    second.bench = places->bench[1];
    second.region = places->region[1];
    if (!places->two)
        return 0;
    if (compared_places_find(a, selection, region, &of_a) ||
        compared_places_find(b, &second, region, &of_b))
        return -1;
    compared_places_describe(a, &of_a);
    compared_places_describe(b, &of_b);
    compared_places_keep(a, selection);
    compared_places_keep(b, &second);
    if (region) { /* results have moved */
        of_a.region = &a->results[0];
        of_b.region = &b->results[0];
    }
    compared_places_rename(b, &of_b, &of_a);
    selection->region = NULL; /* both runs have nothing else */
    selection->bench = NULL;
    return 0;
}
