/*
 * SPDX-License-Identifier: MIT
 * Compares two benchmarks, cases or regions instead of the same ones: those of the second run get
 * the names of the first, so that they are paired.
 */
#pragma once

#include "host/data/run/run.h"
#include "host/data/selection/result_selection.h"

/* The values of -b and of -r: none, one for both runs, or two, one for each run. */
struct compared_places {
    const char *bench[2], *region[2];
    bool two; /* two benchmarks or two regions are compared */
};

/*
 * Reads the values, which end with NULL, and sets those of the selection that both runs have in
 * common. Returns 0, or -1 after a message if there are more than two.
 */
int compared_places_read(struct compared_places *places, const char *const *benches,
                         const char *const *regions, struct result_selection *selection);

/*
 * Keeps of both runs only what is compared, names the results of `b` after those of `a`, and adds
 * the places to the runs' sources, which describe them in all output. Returns 0, or -1 after a
 * message if a place is ambiguous or has no result.
 */
int compared_places_align(const struct compared_places *places, struct run *a, struct run *b,
                          struct result_selection *selection);
