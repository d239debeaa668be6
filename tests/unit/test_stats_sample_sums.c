/*
 * SPDX-License-Identifier: MIT
 * Tests sums of samples that are not stored: an example by hand, the limits, and random samples,
 * for which sample_summary_compute() has the same mean, deviation and interval.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "stats/sample_sums.h"

#define ROUNDS 300
#define MOST   3000

/* 2, 4, 4, 4, 5, 5, 7, 9: mean 5; the squares of the distances add up to 32, and 32 / 7 is s^2. */
static void an_example_by_hand(void **unused)
{
    static const int64_t first[] = {4, 9, 2, 4}, second[] = {5, 7, 4, 5};
    struct sample_sums sums = {0};
    struct sample_summary s;
    (void)unused;
    sample_sums_add(&sums, first, 4);
    sample_sums_add(&sums, second, 4);
    assert_int_equal(sample_sums_compute(&sums, CONFIDENCE_95, &s), 0);
    assert_int_equal(s.n, 8);
    assert_int_equal(s.mean, 5 * FIXED_ONE);
    assert_int_equal(s.minimum, 2);
    assert_int_equal(s.maximum, 9);
    assert_int_equal(s.deviation, 2241950); /* sqrt(32 / 7) * 2^20 = 2241949.8 */
}

static int64_t draw(int64_t range)
{
    return (int64_t)(((uint64_t)(unsigned)rand() << 31 | (unsigned)rand()) % (uint64_t)range);
}

static void stored_samples_have_the_same_summary(void **unused)
{
    static int64_t samples[MOST];
    (void)unused;
    srand(1);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint32_t n = 1 + (uint32_t)draw(MOST);
        const int64_t range = (int64_t)1 << draw(41), centre = draw(range) - draw(range);
        struct sample_sums sums = {0};
        struct sample_summary s, stored;
        for (uint32_t i = 0; i < n; i++)
            samples[i] = centre + draw(range) - draw(range) / 2;
        for (uint32_t i = 0, part; i < n; i += part) {
            part = 1 + (uint32_t)draw(n - i);
            sample_sums_add(&sums, samples + i, part);
        }
        assert_int_equal(sample_sums_compute(&sums, CONFIDENCE_99, &s), 0);
        assert_int_equal(sample_summary_compute(samples, n, CONFIDENCE_99, &stored), 0);
        assert_int_equal(s.n, stored.n);
        assert_int_equal(s.mean, stored.mean);
        assert_int_equal(s.deviation, stored.deviation);
        assert_int_equal(s.half_width, stored.half_width);
        assert_int_equal(s.minimum, stored.minimum);
        assert_int_equal(s.maximum, stored.maximum);
    }
}

/* 10^7 samples, alternately 0 and 200: mean 100; s^2 is 10^11 / (10^7 - 1), so s is 100.000005. */
static void ten_million_samples_and_no_more(void **unused)
{
    static int64_t samples[MOST * 2];
    struct sample_sums sums = {0};
    struct sample_summary s;
    (void)unused;
    for (unsigned i = 0; i < 2000; i++)
        samples[i] = i % 2 ? 200 : 0;
    for (unsigned i = 0; i < 5000; i++)
        sample_sums_add(&sums, samples, 2000);
    assert_int_equal(sums.n, SUMMARY_SAMPLES_MAX);
    assert_int_equal(sample_sums_compute(&sums, CONFIDENCE_95, &s), 0);
    assert_int_equal(s.mean, 100 * FIXED_ONE);
    assert_int_equal(s.deviation, 104857605); /* 100.000005 * 2^20 = 104857605.2 */
    sample_sums_add(&sums, samples, 1);
    assert_int_equal(sample_sums_compute(&sums, CONFIDENCE_95, &s), E_SUMMARY_COUNT);
}

static void no_samples_and_large_ones_are_errors(void **unused)
{
    static const int64_t large[] = {0, SUMMARY_SAMPLE_LIMIT};
    struct sample_sums sums = {0};
    struct sample_summary s;
    (void)unused;
    assert_int_equal(sample_sums_compute(&sums, CONFIDENCE_95, &s), E_SUMMARY_EMPTY);
    sample_sums_add(&sums, large, 2);
    assert_int_equal(sample_sums_compute(&sums, CONFIDENCE_95, &s), E_SUMMARY_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_example_by_hand),
        cmocka_unit_test(stored_samples_have_the_same_summary),
        cmocka_unit_test(ten_million_samples_and_no_more),
        cmocka_unit_test(no_samples_and_large_ones_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
