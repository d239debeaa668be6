/*
 * SPDX-License-Identifier: MIT
 * Compares two means, from their spreads only.
 */
#include "host/analysis/compare/welch.h"

#include <math.h>
#include <stdlib.h>

#include "host/analysis/compare/t_distribution.h"
#include "host/base/allocation.h"

struct difference welch(const struct values *a, const struct values *b, double level)
{
    struct difference d = {.change = b->mean - a->mean,
                           .half_width = INFINITY,
                           .low = -INFINITY,
                           .high = INFINITY,
                           .p = 1};
    if (a->n < 2 || b->n < 2)
        return d;
    d.judged = true;
    double va = a->sd * a->sd / a->n, vb = b->sd * b->sd / b->n, v = va + vb;
    if (v == 0) {
        d.half_width = 0;
        d.low = d.high = d.change;
        d.df = a->n + b->n - 2;
        d.p = d.change == 0;
        return d;
    }
    d.df = v * v / (va * va / (a->n - 1) + vb * vb / (b->n - 1));
    d.half_width = t_distribution_quantile(1 - level, d.df) * sqrt(v);
    d.low = d.change - d.half_width;
    d.high = d.change + d.half_width;
    d.p = t_two_sided_probability(fabs(d.change) / sqrt(v), d.df);
    return d;
}

static int welch_holm_order(const void *a, const void *b, void *p)
{
    double x = ((double *)p)[*(const unsigned *)a], y = ((double *)p)[*(const unsigned *)b];
    return (x > y) - (x < y);
}

void welch_holm_correction(double *p, unsigned n)
{
    unsigned *order = allocate_zeroed(n * sizeof *order);
    double least = 0;
    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    qsort_r(order, n, sizeof *order, welch_holm_order, p);
    for (unsigned i = 0; i < n; i++) {
        double adjusted = fmin(1, p[order[i]] * (n - i));
        least = fmax(least, adjusted);
        p[order[i]] = least;
    }
    free(order);
}
