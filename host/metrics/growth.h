/*
 * SPDX-License-Identifier: MIT
 * How a cost grows with a size: the one of a few shapes that fits best.
 */
#pragma once

#define GROWTH_LEAST_POINTS 4    /* fewer fit anything */
#define GROWTH_MOST_ERROR   0.10 /* of the mean; what fits worse has no such shape */

struct growth {
    const char *shape;  /* "O(n log n)"; NULL: none fits */
    double coefficient; /* so many of one f(n) */
    double error;       /* root of the mean square of what is left, as a share of the mean */
};

/* points: sizes above 0, and costs. */
struct growth growth_of(const double *sizes, const double *costs, unsigned n);
