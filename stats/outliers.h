/*
 * SPDX-License-Identifier: MIT
 * Detects outliers by the median absolute deviation (MAD; F. R. Hampel, "The Influence Curve and
 * Its Role in Robust Estimation", 1974).
 */
#pragma once

#include <stdint.h>

#include "stats/fixed.h"

/* Default distance of an outlier from the median, in MADs. */
#define OUTLIERS_USUAL_MADS 5

/* The samples of an ascending array that are not outliers: `count` from `first` on. */
struct inliers {
    uint32_t first, count;
};

/*
 * x is an outlier if |x - median| > mads * MAD, and more than 1: if more than half of the samples
 * are equal, the MAD is 0, and a difference of one count does not make an outlier. n is at least 1,
 * sorted[] ascending, with magnitudes below 2^42.
 */
struct inliers outliers_find(const int64_t *sorted, uint32_t n, uint32_t mads);

/* Returns the MAD of such an array: half of the samples are at most that far from the median. */
fixed_t outliers_mad(const int64_t *sorted, uint32_t n);
