/*
 * SPDX-License-Identifier: MIT
 * Estimates a quantity from samples on a machine that interrupts itself: a value and its confidence
 * limits.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stats/fixed.h"

/* Periods without execution (system management mode), in clocks. */
struct disturbance {
    uint64_t every;       /* average distance between them; 0: none was seen */
    uint64_t least, most; /* shortest and longest duration */
};

struct steady {
    fixed_t value;     /* the median of the samples kept */
    fixed_t low, high; /* it is between these with at least 99.9 % confidence */
    uint32_t kept;     /* undisturbed samples */
    bool sure;         /* the kept samples were undisturbed; if not, low allows for disturbances */
};

/*
 * Estimates from n >= 1 ascending samples. For clocks, `by` describes the disturbances that may
 * have been added to any sample. The smallest sample is kept, with those that exceed it by less
 * than half of the shortest disturbance. It is certainly undisturbed if there are two such samples,
 * and the probability that all n are disturbed is below 1 in 1000; a sample of c clocks is
 * disturbed with probability c / every. Otherwise the maximum number of disturbances that each may
 * contain is subtracted for `low`. For counts of other events `by` is NULL, and all samples are
 * kept.
 *
 * low and high are the order statistics of the kept samples between which their median is with a
 * confidence of 99.9 % (W. J. Conover, Practical Nonparametric Statistics, 3.2): the k-th from
 * either end, with k = (n - sqrt(11 n)) / 2, since that is 3.3 deviations of sqrt(n) / 2. A run has
 * hundreds of findings: at 95 % several that depend on chance, such as the victims of a BTB with
 * random replacement, would be wrong without notice. For fewer than 13 samples, low and high are
 * the smallest and largest.
 */
struct steady steady_value(const int64_t *sorted, uint32_t n, const struct disturbance *by);

/*
 * Reports whether more samples may make it sure, which requires that a sample is not so long that
 * it is always disturbed.
 */
bool steady_may_be(const struct steady *steady, const struct disturbance *by);
