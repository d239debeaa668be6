/*
 * SPDX-License-Identifier: MIT
 * Finds two groups of samples: one pass over the sorted samples finds the gap.
 */
#include "stats/levels.h"

#define LEAST_SAMPLES 2
#define LEAST_SHARE   8 /* 1/8 of all samples */
#define GAP_TO_WIDTH  4

static bool is_narrow(const int64_t *sorted, uint32_t n, int64_t gap)
{
    return (sorted[n - 1] - sorted[0]) * GAP_TO_WIDTH <= gap;
}

static bool is_enough(uint32_t n, uint32_t of)
{
    return n >= LEAST_SAMPLES && n * LEAST_SHARE >= of;
}

bool levels_find(const int64_t *sorted, uint32_t n, struct levels *out)
{
    uint32_t split = 0;
    int64_t gap = 1;
    for (uint32_t i = 1; i < n; i++) {
        if (sorted[i] - sorted[i - 1] > gap) {
            gap = sorted[i] - sorted[i - 1];
            split = i;
        }
    }
    if (!split || !is_enough(split, n) || !is_enough(n - split, n) ||
        !is_narrow(sorted, split, gap) || !is_narrow(sorted + split, n - split, gap))
        return false;
    *out = (struct levels){split, n - split, sorted[(split - 1) / 2],
                           sorted[split + (n - split - 1) / 2]};
    return true;
}
