/*
 * SPDX-License-Identifier: MIT
 * What samples say of a quantity on a machine that interrupts itself: a value, and between which
 * two it lies.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stats/fixed.h"

/* Stretches of time in which nothing is executed (system management mode), in clocks. */
struct disturbance {
    uint64_t every;       /* from one to the next, on average; 0: none has been seen */
    uint64_t least, most; /* what the shortest and the longest took */
};

struct steady {
    fixed_t value;     /* the median of the samples kept */
    fixed_t low, high; /* it lies between these with 99.9 % confidence or more */
    uint32_t kept;     /* those that were not disturbed */
    bool sure;         /* that these were not disturbed; if not, low allows for it */
};

/*
 * Of n >= 1 ascending samples. Clocks: `by` says what may have been added to any of them. The
 * smallest, and what is less than half of the shortest disturbance above it, is kept. It was not
 * disturbed if there are two of that kind, and all n being disturbed has a chance below 1 in 1000:
 * one that takes c clocks is with a chance of c / every. Otherwise as many disturbances as may be
 * in each of them are taken off for `low`. Counts of other things: NULL, and all are kept.
 *
 * low and high are those of the samples kept between which their median lies with a confidence of
 * 99.9 % (W. J. Conover, Practical Nonparametric Statistics, 3.2): the k-th from either end, with
 * k = (n - sqrt(11 n)) / 2, since 3.3 deviations of sqrt(n) / 2 are that many. There are hundreds
 * of findings in a run: at 95 % several of what is left to chance, as the victims of a BTB with
 * random replacement, would be wrong without a word. For fewer than 13 they are the ends.
 */
struct steady steady_value(const int64_t *sorted, uint32_t n, const struct disturbance *by);

/* Whether more samples may make it sure: where a sample is not as long as to be always disturbed.
 */
bool steady_may_be(const struct steady *steady, const struct disturbance *by);
