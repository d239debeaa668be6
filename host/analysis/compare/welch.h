/*
 * SPDX-License-Identifier: MIT
 * Tests whether two means differ, and by how much: Welch's t test, and Holm's correction for
 * multiple comparisons (B. L. Welch, Biometrika 34, 1947; S. Holm, Scandinavian Journal of
 * Statistics 6, 1979).
 */
#pragma once

#include <stdbool.h>

#include "host/data/run/run.h"

struct difference {
    double change;     /* mean of b minus mean of a */
    double half_width; /* of its interval; INFINITY if a side has only one sample */
    double low, high;  /* ends of the interval */
    double p;          /* two-sided; 1 if the change cannot be judged, 0 for an exact difference */
    double df;         /* Welch-Satterthwaite degrees of freedom */
    bool judged;       /* both sides have enough samples */
};

/*
 * level: confidence level of the interval, such as 0.95. Spreads of 0 on both sides make the
 * difference exact.
 */
struct difference welch(const struct values *a, const struct values *b, double level);

/*
 * Adjusts p[n] by Holm's step-down method. Compare the results with the significance level for all
 * n tests together.
 */
void welch_holm_correction(double *p, unsigned n);
