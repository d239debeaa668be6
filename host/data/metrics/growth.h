/*
 * SPDX-License-Identifier: MIT
 * Fits how a cost grows with a size: selects the best of a few shapes such as O(n log n).
 */
#pragma once

#define GROWTH_LEAST_POINTS 4    /* fewer points fit any shape */
#define GROWTH_MOST_ERROR   0.10 /* fraction of the mean; no shape is reported above it */

struct growth {
    const char *shape;  /* "O(n log n)"; NULL if no shape fits */
    double coefficient; /* c in cost = c f(n) */
    double error;       /* root mean square of the residuals, as a fraction of the mean */
};

/* Fits n points: sizes must be above 0. */
struct growth growth_of(const double *sizes, const double *costs, unsigned n);
