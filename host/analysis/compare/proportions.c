/*
 * SPDX-License-Identifier: MIT
 * Compares two shares of samples. Shares are 0 to 1 internally and are converted to percentage
 * points last.
 */
#include "host/analysis/compare/proportions.h"

#include <math.h>

#define POINTS 100
#define EQUAL  1e-7 /* tolerance for rounding, within which two tables are equally probable */

/* Returns the z that |Z| exceeds with this probability. */
static double proportions_quantile(double two_sided)
{
    double low = 0, high = 40;
    for (unsigned i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle * M_SQRT1_2) > two_sided)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct wilson_interval {
    double share, low, high;
};

static struct wilson_interval wilson(double x, double n, double z)
{
    double p = x / n, z2 = z * z;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = z * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    return (struct wilson_interval){p, fmax(middle - half, 0), fmin(middle + half, 1)};
}

static double log_choose(double n, double k)
{
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

/*
 * Sums the probabilities of all tables with the same margins that are at most as probable as this
 * one.
 */
static double proportions_fisher(double x, double all_a, double y, double all_b)
{
    double both = x + y, whole = log_choose(all_a + all_b, both), sum = 0;
    double here = log_choose(all_a, x) + log_choose(all_b, y) - whole;
    for (double k = fmax(0, both - all_b); k <= fmin(both, all_a); k++) {
        double other = log_choose(all_a, k) + log_choose(all_b, both - k) - whole;
        if (other <= here + EQUAL)
            sum += exp(other);
    }
    return fmin(sum, 1);
}

struct difference proportions(double x, double all_a, double y, double all_b, double level)
{
    double z = proportions_quantile(1 - level);
    struct wilson_interval a = wilson(x, all_a, z), b = wilson(y, all_b, z);
    double change = b.share - a.share;
    double low = change - hypot(b.share - b.low, a.high - a.share);
    double high = change + hypot(b.high - b.share, a.share - a.low);
    return (struct difference){.change = POINTS * change,
                               .low = POINTS * low,
                               .high = POINTS * high,
                               .half_width = POINTS * (high - low) / 2,
                               .p = proportions_fisher(x, all_a, y, all_b),
                               .judged = true};
}
