/*
 * SPDX-License-Identifier: MIT
 * Samples far from the rest, by the median absolute deviation (MAD; F. R. Hampel, "The Influence
 * Curve and Its Role in Robust Estimation", 1974).
 */
#pragma once

#include <stdint.h>

#include "stats/fixed.h"

/* How many MADs from the median a sample is called an outlier unless somebody asks otherwise. */
#define OUTLIERS_USUAL_MADS 5

/* The samples of an ascending array that are no outliers: `count` from `first` on. */
struct inliers {
    uint32_t first, count;
};

/*
 * x is an outlier if |x - median| > mads * MAD, and more than 1: where more than half of the
 * samples are equal the MAD is 0, and one count off is no reason to doubt a sample. n is at least
 * 1, sorted[] ascending, its values below 2^42 in size.
 */
struct inliers outliers_find(const int64_t *sorted, uint32_t n, uint32_t mads);

/* The MAD itself, of the same: half of the samples lie no farther from the median. */
fixed_t outliers_mad(const int64_t *sorted, uint32_t n);
