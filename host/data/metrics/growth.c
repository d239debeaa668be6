/*
 * SPDX-License-Identifier: MIT
 * Least-squares fit of cost = c f(n), without a constant term: c = sum(f y) / sum(f^2). The shape
 * with the least error wins; among equal errors, the one that grows more slowly.
 */
#include "host/data/metrics/growth.h"

#include <math.h>
#include <stddef.h>

static double one(double n)
{
    (void)n;
    return 1;
}

static double linear(double n)
{
    return n;
}

static double n_log_n(double n)
{
    return n * log2(n);
}

static double square(double n)
{
    return n * n;
}

static double cube(double n)
{
    return n * n * n;
}

static const struct {
    const char *name;
    double (*f)(double n);
} shapes[] = {
    {"O(1)", one},           {"O(log n)", log2}, {"O(n)", linear},
    {"O(n log n)", n_log_n}, {"O(n^2)", square}, {"O(n^3)", cube},
};

static struct growth growth_fit(unsigned shape, const double *sizes, const double *costs,
                                unsigned n)
{
    double fy = 0, ff = 0, left = 0, mean = 0;
    for (unsigned i = 0; i < n; i++) {
        double f = shapes[shape].f(sizes[i]);
        fy += f * costs[i];
        ff += f * f;
        mean += costs[i] / n;
    }
    double coefficient = fy / ff;
    for (unsigned i = 0; i < n; i++) {
        double over = costs[i] - coefficient * shapes[shape].f(sizes[i]);
        left += over * over;
    }
    return (struct growth){shapes[shape].name, coefficient, sqrt(left / n) / mean};
}

struct growth growth_of(const double *sizes, const double *costs, unsigned n)
{
    struct growth best = {.error = INFINITY};
    for (unsigned i = 0; n >= GROWTH_LEAST_POINTS && i < sizeof shapes / sizeof *shapes; i++) {
        struct growth growth = growth_fit(i, sizes, costs, n);
        if (growth.error < best.error * (1 - 1e-9) && growth.coefficient > 0)
            best = growth;
    }
    if (!(best.error <= GROWTH_MOST_ERROR))
        best.shape = NULL;
    return best;
}
