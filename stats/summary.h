/*
 * SPDX-License-Identifier: MIT
 * What a set of repeated measurements says: the summary statistics of integer samples.
 * Every sum is exact; each result is rounded once, to the nearest fixed_t.
 */
#pragma once

#include <stdint.h>

#include "stats/fixed.h"
#include "stats/student_t.h"

/* Samples lie strictly between -SUMMARY_SAMPLE_LIMIT and SUMMARY_SAMPLE_LIMIT. */
#define SUMMARY_SAMPLE_LIMIT (INT64_C(1) << 42)
#define SUMMARY_SAMPLES_MAX  (UINT32_C(1) << 20)

enum {
    E_SUMMARY_EMPTY = -1, /* no samples: nothing can be said */
    E_SUMMARY_COUNT = -2, /* more than SUMMARY_SAMPLES_MAX samples */
    E_SUMMARY_RANGE = -3, /* a sample of SUMMARY_SAMPLE_LIMIT or more in size */
    E_SUMMARY_LEVEL = -4, /* not an enum confidence */
};

struct summary {
    uint32_t n;
    fixed_t mean;
    fixed_t deviation;  /* sample standard deviation, with n - 1; 0 for n = 1 */
    fixed_t half_width; /* of the interval round the mean: t(1-a/2, n-1) * deviation / sqrt(n) */
    int64_t minimum;
    int64_t maximum;
    int64_t mode;   /* most frequent value; of several, the smallest */
    fixed_t median; /* for even n the mean of the middle two, exactly */
};

/* Into ascending order. */
void samples_sort(int64_t *samples, uint32_t n);

/*
 * Summarises n samples, negative ones allowed, and leaves them in ascending order. Returns 0, or an
 * error with samples and *out as they were.
 * One sample says nothing about spread: n = 1 has deviation 0 and half_width 0, which then mean
 * "not known" and not "exact"; a reader tells them apart by n.
 * half_width is as good as t, 1e-8 of its size; one too wide for a fixed_t (only for n below 6 and
 * samples beyond 2^37) is FIXED_MAX.
 */
int summarise(int64_t *samples, uint32_t n, enum confidence level, struct summary *out);
