/*
 * SPDX-License-Identifier: MIT
 * Summary statistics of samples that are not stored: exact sums, to which samples are added. The
 * median and the mode are unknown.
 */
#pragma once

#include <stdint.h>

#include "stats/sample_summary.h"
#include "stats/u128.h"

/* All 0: no samples. */
struct sample_sums {
    uint32_t n;
    int64_t base; /* the first sample */
    int64_t minimum, maximum;
    int64_t sum;         /* of sample - base */
    struct u128 squares; /* of the same */
};

void sample_sums_add(struct sample_sums *sums, const int64_t samples[], uint32_t n);

/*
 * Has the results of sample_summary_compute() for the same samples, except for median and mode,
 * which are 0. Returns 0 or the same errors.
 */
int sample_sums_compute(const struct sample_sums *sums, enum confidence level,
                        struct sample_summary *out);
