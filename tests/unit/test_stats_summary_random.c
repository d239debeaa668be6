/*
 * SPDX-License-Identifier: MIT
 * Tests summary statistics over random samples against the definitions, written with the host's
 * 128-bit integers and long double, regardless of speed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/sample_summary.h"

#define N_MAX  200
#define ROUNDS 5000

typedef unsigned __int128 wide_t;

static uint64_t state = 2463534242;

static uint64_t random_bits(void) /* xorshift64 (Marsaglia, 2003) */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* n samples around a random centre, spread over 2^width values, all within the limit. */
static void fill(int64_t *samples, uint32_t n, unsigned width)
{
    uint64_t range = UINT64_C(1) << width;
    int64_t lowest = 1 - SUMMARY_SAMPLE_LIMIT;
    uint64_t places = (uint64_t)(2 * SUMMARY_SAMPLE_LIMIT - 1) - (range - 1);
    int64_t from = lowest + (int64_t)(random_bits() % places);

    for (uint32_t i = 0; i < n; i++)
        samples[i] = from + (int64_t)(random_bits() % range);
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static int64_t mode_of(const int64_t *samples, uint32_t n)
{
    int64_t mode = 0;
    uint32_t most = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t count = 0;

        for (uint32_t j = 0; j < n; j++)
            count += samples[j] == samples[i];
        if (count > most || (count == most && samples[i] < mode)) {
            most = count;
            mode = samples[i];
        }
    }
    return mode;
}

/* n sum(x^2) - (sum x)^2, by n (n-1) / 2 differences: sum over all pairs of (x - y)^2 */
static wide_t spread_of(const int64_t *samples, uint32_t n)
{
    wide_t spread = 0;

    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            __int128 difference = (__int128)samples[i] - samples[j];

            spread += (wide_t)(difference * difference);
        }
    return spread;
}

static void assert_near(fixed_t got, long double expected, long double tolerance)
{
    if (fabsl((long double)got - expected) > tolerance)
        fail_msg("got %lld, expected %.3Lf units", (long long)got, expected);
}

/* The mean is rounded to nearest: 2^20 sum / n is between the two halves around the result. */
static void assert_mean(const int64_t *samples, uint32_t n, fixed_t mean)
{
    __int128 twice = 0, off;

    for (uint32_t i = 0; i < n; i++)
        twice += (__int128)samples[i] * 2 * FIXED_ONE;
    off = twice - (__int128)mean * 2 * n; /* 2 n times the error of the mean */
    assert_true(off > -(__int128)n && off < n);
}

static void check(const int64_t *samples, uint32_t n, unsigned width, enum confidence level)
{
    int64_t sorted[N_MAX], given[N_MAX];
    wide_t spread = spread_of(samples, n);
    long double t, ratio;
    struct sample_summary s;

    memcpy(sorted, samples, n * sizeof *samples);
    qsort(sorted, n, sizeof *sorted, compare);
    memcpy(given, samples, n * sizeof *samples);
    assert_int_equal(sample_summary_compute(given, n, level, &s), 0);
    assert_memory_equal(given, sorted, n * sizeof *sorted);
    assert_int_equal(s.minimum, sorted[0]);
    assert_int_equal(s.maximum, sorted[n - 1]);
    assert_int_equal(s.mode, mode_of(samples, n));
    assert_int_equal(2 * s.median, (sorted[(n - 1) / 2] + sorted[n / 2]) * FIXED_ONE);
    assert_mean(samples, n, s.mean);
    if (n == 1)
        return;

    /* The tolerances are half a unit, and the reference's own error of a few parts in 2^64. */
    ratio = (long double)spread / ((long double)n * (n - 1));
    assert_near(s.deviation, sqrtl(ratio) * FIXED_ONE, 0.5L + sqrtl(ratio) * FIXED_ONE * 0x1p-61L);
    t = (long double)student_t(level, n - 1) / (1 << STUDENT_T_FRACTION_BITS);
    ratio = t * sqrtl(ratio / n) * FIXED_ONE;
    if (ratio < 0x1p63L)
        assert_near(s.half_width, ratio, 0.501L + ratio * 0x1p-60L);
    else
        assert_int_equal(s.half_width, FIXED_MAX);

    /* Exactly if it fits in 128 bits: (s - 1/2)^2 <= 2^40 spread / (n (n-1)) <= (s + 1/2)^2 */
    if (width <= 20) {
        wide_t target = spread << 42, d = (wide_t)n * (n - 1);
        wide_t low = s.deviation > 0 ? 2 * (wide_t)s.deviation - 1 : 0;
        wide_t high = 2 * (wide_t)s.deviation + 1;

        assert_true(low * low * d <= target && target <= high * high * d);
    }
}

static void agrees_with_the_definitions(void **unused)
{
    int64_t samples[N_MAX];

    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t n = 1 + (uint32_t)(random_bits() % (round % 2 != 0 ? 8 : N_MAX));
        unsigned width = (unsigned)(random_bits() % 43);

        fill(samples, n, width);
        check(samples, n, width, round % 3 != 0 ? CONFIDENCE_95 : CONFIDENCE_99);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_definitions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
