/*
 * SPDX-License-Identifier: MIT
 * Outliers by MAD. In an ascending array the distances from the median fall and then rise, so the
 * nearest half is a contiguous range, found by closing in from both ends; no distances are stored
 * or sorted.
 */
#include "stats/outliers.h"

#define FLOOR_COUNTS 1

/* Twice the median, so that the median of an even number is a whole number. */
static int64_t twice_median(const int64_t *sorted, uint32_t n)
{
    return sorted[(n - 1) / 2] + sorted[n / 2];
}

static int64_t twice_distance(int64_t sample, int64_t twice_middle)
{
    int64_t difference = 2 * sample - twice_middle;
    return difference < 0 ? -difference : difference;
}

/*
 * Four times the median of the distances: the sum of the two middle ones, each already doubled. The
 * farthest sample is always at one of the ends; it is removed until the middle one or two are left.
 */
static int64_t outliers_four_mads(const int64_t *sorted, uint32_t n, int64_t twice_middle)
{
    uint32_t first = 0, last = n - 1;
    int64_t farthest = 0, before = 0;
    for (uint32_t left = n; left > (n - 1) / 2; left--) {
        int64_t low = twice_distance(sorted[first], twice_middle);
        int64_t high = twice_distance(sorted[last], twice_middle);
        before = farthest;
        if (low > high) {
            farthest = low;
            first++;
        } else {
            farthest = high;
            last--;
        }
    }
    return n % 2 ? 2 * farthest : farthest + before;
}

fixed_t outliers_mad(const int64_t *sorted, uint32_t n)
{
    return outliers_four_mads(sorted, n, twice_median(sorted, n)) * (FIXED_ONE / 4);
}

struct inliers outliers_find(const int64_t *sorted, uint32_t n, uint32_t mads)
{
    int64_t twice_middle = twice_median(sorted, n);
    int64_t bound = outliers_four_mads(sorted, n, twice_middle) * mads; /* times 4 */
    struct inliers in = {0, n};
    if (bound < 4 * FLOOR_COUNTS)
        bound = 4 * FLOOR_COUNTS;
    while (in.count && 2 * twice_distance(sorted[in.first], twice_middle) > bound) {
        in.first++;
        in.count--;
    }
    while (in.count && 2 * twice_distance(sorted[in.first + in.count - 1], twice_middle) > bound)
        in.count--;
    return in;
}
