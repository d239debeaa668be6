/*
 * SPDX-License-Identifier: MIT
 * From the clocks of a sweep to what the machine is like. Nothing here knows how long anything
 * takes: costs are compared with each other.
 */
#pragma once

#include <stdbool.h>

#include "bench/bench.h"
#include "bench/overlap.h"

/* A region of a sweep: what it varies, and how many steps it takes. */
struct point {
    uint32_t value, steps;
};

/* Thousandths of a clock for each step. */
static inline int64_t cost(unsigned region, uint32_t steps)
{
    const int64_t clocks = measured(region, "clocks");

    return clocks == NOT_MEASURED ? NOT_MEASURED : clocks / (int64_t)steps;
}

/* A publishable number, or that there is none to be had. */
static inline void publish(const char *name, int64_t thousandths, const char *unit)
{
    if (thousandths >= 0)
        finding(name, thousandths, unit);
    else
        finding_text(name, "not seen");
}

/*
 * The region at which the cost of a sweep leaves its level: what comes before it, the first one
 * included, costs less than the first by at most 1/part of what the last one is above it. 0 where
 * the last is less than a quarter above the first: no step is seen.
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

/* Less than a quarter of a clock, as much as a loop's ends are worth, is nothing. */
static inline int64_t beyond_noise(int64_t thousandths)
{
    return thousandths < 250 ? -1 : thousandths;
}

/* The largest value of a sweep before the step, in thousandths; -1 where none is seen. */
static inline int64_t holds(unsigned first, const struct point *points, unsigned n, unsigned part)
{
    const unsigned step = step_at(first, points, n, part);

    return step ? (int64_t)points[step - 1].value * 1000 : -1;
}
