/*
 * SPDX-License-Identifier: MIT
 * Infers properties of the machine from the clocks of a sweep. It assumes no absolute times, it
 * compares costs with each other.
 */
#pragma once

#include <stdbool.h>

#include "bench/bench.h"
#include "bench/overlap.h"

/* A region of a sweep: the varied value, and the number of its steps. */
struct point {
    uint32_t value, steps;
};

/* Thousandths of a clock per step. */
static inline int64_t cost(unsigned region, uint32_t steps)
{
    const int64_t clocks = finding_measured(region, "clocks");

    return clocks == NOT_MEASURED ? NOT_MEASURED : clocks / (int64_t)steps;
}

/* Reports a number, or for a negative one that it was not seen. */
static inline void publish(const char *name, int64_t thousandths, const char *unit)
{
    if (thousandths >= 0)
        finding(name, thousandths, unit);
    else
        finding_text(name, "not seen");
}

/*
 * Returns the region at which the cost of a sweep leaves its level: the regions before it,
 * including the first one, cost at most 1/part of the difference between first and last more than
 * the first. Returns 0, no step, if the last is less than a quarter above the first.
 */
static inline unsigned step_at(unsigned first, const struct point *points, unsigned n,
                               unsigned part)
{
    const int64_t low = cost(first, points[0].steps);
    const int64_t high = cost(first + n - 1, points[n - 1].steps);

    if (low <= 0 || high < low + low / 4)
        return 0;
    for (unsigned i = 1; i < n; i++)
        if (cost(first + i, points[i].steps) > low + (high - low) / part)
            return i;
    return 0;
}

/* Less than a quarter of a clock, the influence of a loop's ends, counts as nothing. */
static inline int64_t beyond_noise(int64_t thousandths)
{
    return thousandths < 250 ? -1 : thousandths;
}

/* The largest value of a sweep before the step, in thousandths; -1 if there is no step. */
static inline int64_t holds(unsigned first, const struct point *points, unsigned n, unsigned part)
{
    const unsigned step = step_at(first, points, n, part);

    return step ? (int64_t)points[step - 1].value * 1000 : -1;
}
