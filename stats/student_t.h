/*
 * SPDX-License-Identifier: MIT
 * Quantiles of Student's t distribution, for two-sided confidence intervals of a mean.
 */
#pragma once

#include <stdint.h>

enum confidence {
    CONFIDENCE_95, /* t(0.975, df) */
    CONFIDENCE_99, /* t(0.995, df) */
};

#define CONFIDENCE_LEVELS 2

/* A quantile is returned times 2^26: the largest, t(0.995, 1) = 63.66, just fits in 32 bits. */
#define STUDENT_T_FRACTION_BITS 26

#define STUDENT_T_DF_MAX 10000000u

/*
 * Returns the quantile for `df` degrees of freedom, 1 to STUDENT_T_DF_MAX, within 1e-8 of the true
 * value. Returns 0, which is not a quantile, for a df or level out of range.
 */
uint32_t student_t(enum confidence level, uint32_t df);
