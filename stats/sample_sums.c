/*
 * SPDX-License-Identifier: MIT
 * Sums distances from the first sample, which keeps them small. The spread, n sum(d^2) -
 * (sum d)^2, does not depend on the sample from which distances are measured.
 */
#include "stats/sample_sums.h"

void sample_sums_add(struct sample_sums *sums, const int64_t samples[], uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const int64_t sample = samples[i];
        if (!sums->n++)
            sums->base = sums->minimum = sums->maximum = sample;
        if (sample < sums->minimum)
            sums->minimum = sample;
        if (sample > sums->maximum)
            sums->maximum = sample;
        const uint64_t d = (uint64_t)sample - (uint64_t)sums->base;
        const uint64_t distance = sample < sums->base ? -d : d;
        sums->sum = (int64_t)((uint64_t)sums->sum + d);
        sums->squares = u128_add(sums->squares, u128_product(distance, distance));
    }
}

int sample_sums_compute(const struct sample_sums *sums, enum confidence level,
                        struct sample_summary *out)
{
    const int64_t ends[] = {sums->minimum, sums->maximum};
    const uint64_t sum = (uint64_t)(sums->sum < 0 ? -sums->sum : sums->sum);
    const int error = sample_summary_check(ends, sums->n ? 2 : 0, sums->n, level);
    if (error)
        return error;
    const struct u128 spread =
        u128_subtract(u128_multiply(sums->squares, sums->n), u128_product(sum, sum));
    const uint64_t above = (uint64_t)(sums->sum + (sums->base - sums->minimum) * (int64_t)sums->n);
    *out =
        (struct sample_summary){.n = sums->n, .minimum = sums->minimum, .maximum = sums->maximum};
    sample_summary_set_spread(out, above, spread, level);
    return 0;
}
