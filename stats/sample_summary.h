/*
 * SPDX-License-Identifier: MIT
 * Summary statistics of integer samples. Every sum is exact; each result is rounded once, to the
 * nearest fixed_t.
 */
#pragma once

#include <stdint.h>

#include "stats/fixed.h"
#include "stats/student_t.h"
#include "stats/u128.h"

/*
 * The magnitude of a sample is below SUMMARY_SAMPLE_LIMIT and, if there are more than 2^20, below
 * SUMMARY_PRODUCT_LIMIT / n, so that sums of their squares are exact in 128 bits.
 */
#define SUMMARY_SAMPLE_LIMIT  (INT64_C(1) << 42)
#define SUMMARY_PRODUCT_LIMIT (INT64_C(1) << 62)
#define SUMMARY_SAMPLES_MAX   10000000u

enum {
    E_SUMMARY_EMPTY = -1, /* no samples */
    E_SUMMARY_COUNT = -2, /* more than SUMMARY_SAMPLES_MAX samples */
    E_SUMMARY_RANGE = -3, /* a magnitude at the limit or above */
    E_SUMMARY_LEVEL = -4, /* not an enum confidence */
};

struct sample_summary {
    uint32_t n;
    fixed_t mean;
    fixed_t deviation;  /* sample standard deviation, with n - 1; 0 for n = 1 */
    fixed_t half_width; /* of the interval around the mean: t(1-a/2, n-1) * deviation / sqrt(n) */
    int64_t minimum;
    int64_t maximum;
    int64_t mode;   /* most frequent value; the smallest of several */
    fixed_t median; /* for an even n the exact mean of the middle two */
};

/* Sorts the samples in ascending order. */
void sample_summary_sort(int64_t *samples, uint32_t n);

/*
 * Reports whether the samples can be summarised as a part of `of` samples: returns 0 or an error.
 */
int sample_summary_check(const int64_t *samples, uint32_t n, uint32_t of, enum confidence level);

/*
 * Sets mean, deviation and half-width. out->n and out->minimum are set; `above` is the sum of the
 * distances d from the minimum, below 2^63, and `spread` is n sum(d^2) - (sum d)^2, below 2^126.
 */
void sample_summary_set_spread(struct sample_summary *out, uint64_t above, struct u128 spread,
                               enum confidence level);

/*
 * Summarises n samples, which may be negative, and leaves them in ascending order. Returns 0, or an
 * error with samples and *out unchanged. One sample has no spread: for n = 1, deviation and
 * half_width are 0, which then means "unknown", not "exact"; a reader distinguishes them by n.
 * half_width has the relative accuracy of t, 1e-8. A value too large for a fixed_t (only for n
 * below 6 and samples beyond 2^37) is FIXED_MAX.
 */
int sample_summary_compute(int64_t *samples, uint32_t n, enum confidence level,
                           struct sample_summary *out);
