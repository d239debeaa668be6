/*
 * SPDX-License-Identifier: MIT
 * Tests outliers by the MAD: cases worked out by hand, and random samples against sorted distances.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "stats/outliers.h"

static void assert_inliers(const int64_t *sorted, uint32_t n, uint32_t mads, uint32_t first,
                           uint32_t count)
{
    struct inliers in = outliers_find(sorted, n, mads);
    assert_int_equal(in.first, first);
    assert_int_equal(in.count, count);
}

static void by_hand(void **state)
{
    (void)state;
    const int64_t one[] = {7};
    assert_inliers(one, 1, 5, 0, 1);
    const int64_t two[] = {1, 100}; /* median 50.5, distances 49.5 both: MAD 49.5 */
    assert_inliers(two, 2, 1, 0, 2);
    /* Median 3, distances 2 1 0 1 97, in order 0 1 1 2 97: MAD 1. */
    const int64_t five[] = {1, 2, 3, 4, 100};
    assert_inliers(five, 5, 5, 0, 4);
    assert_inliers(five, 5, 1, 1, 3);
    assert_inliers(five, 5, 97, 0, 5);
    /* Median 3.5, distances 2.5 1.5 .5 .5 1.5 96.5: MAD (1.5 + 1.5) / 2 = 1.5; 2 MADs are 3. */
    const int64_t six[] = {1, 2, 3, 4, 5, 100};
    assert_inliers(six, 6, 2, 0, 5);
    const int64_t spike[] = {-50, 9, 9, 9, 9, 9, 10}; /* MAD 0: any value more than 1 away */
    assert_inliers(spike, 7, 5, 1, 6);
    const int64_t near[] = {7, 8, 9, 9, 9, 9, 9, 10, 11};
    assert_inliers(near, 9, 5, 1, 7);
    /* Median 3, MAD 1: 1 MAD is the lower limit too. */
    assert_inliers(five, 5, 1, 1, 3);
    const int64_t equal[] = {4, 4, 4, 4};
    assert_inliers(equal, 4, 5, 0, 4);
}

static void deviations(void **state)
{
    (void)state;
    const int64_t one[] = {7}, two[] = {1, 100};
    assert_int_equal(outliers_mad(one, 1), 0);
    assert_int_equal(outliers_mad(two, 2), 99 * FIXED_ONE / 2);
    const int64_t five[] = {1, 2, 3, 4, 100}, six[] = {1, 2, 3, 4, 5, 100}; /* as above */
    assert_int_equal(outliers_mad(five, 5), FIXED_ONE);
    assert_int_equal(outliers_mad(six, 6), 3 * FIXED_ONE / 2);
    /* Median 39, distances 0 0 0 1 and 3000: in order 0 0 0 1 3000. */
    const int64_t spike[] = {38, 39, 39, 39, 3039};
    assert_int_equal(outliers_mad(spike, 5), 0);
    /* Half of the samples are disturbed: median 1539, each 1500 off. */
    const int64_t half[] = {39, 39, 3039, 3039};
    assert_int_equal(outliers_mad(half, 4), 1500 * FIXED_ONE);
}

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The literal definition: sort the samples, sort their distances, compare. */
static void as_defined(void **state)
{
    (void)state;
    uint64_t random = 88172645463325252;
    for (unsigned round = 0; round < 5000; round++) {
        int64_t samples[40], distances[40];
        uint32_t n = 1 + round % 40;
        for (uint32_t i = 0; i < n; i++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            samples[i] = (int64_t)(random % (2 + round % 60)) - 20;
        }
        qsort(samples, n, sizeof samples[0], compare);
        int64_t middle = samples[(n - 1) / 2] + samples[n / 2];
        for (uint32_t i = 0; i < n; i++)
            distances[i] = llabs(2 * samples[i] - middle);
        qsort(distances, n, sizeof distances[0], compare);
        int64_t mad4 = distances[(n - 1) / 2] + distances[n / 2];
        struct inliers in = outliers_find(samples, n, 3);
        for (uint32_t i = 0; i < n; i++) {
            int64_t off4 = 2 * llabs(2 * samples[i] - middle);
            int outlier = off4 > 3 * mad4 && off4 > 4;
            assert_int_equal(i < in.first || i >= in.first + in.count, outlier);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(deviations),
        cmocka_unit_test(as_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
