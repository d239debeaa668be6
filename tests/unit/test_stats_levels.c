/*
 * SPDX-License-Identifier: MIT
 * Tests which samples form two groups, and which do not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "stats/levels.h"

static void fill(int64_t *samples, int64_t value, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        samples[i] = value;
}

static void two_levels(void **state)
{
    (void)state;
    int64_t samples[20];
    struct levels levels;
    fill(samples, 209, 0, 14); /* a gap of 4 between groups of width 0 */
    fill(samples, 213, 14, 20);
    assert_true(levels_find(samples, 20, &levels));
    assert_int_equal(levels.low_n, 14);
    assert_int_equal(levels.high_n, 6);
    assert_int_equal(levels.low, 209);
    assert_int_equal(levels.high, 213);
    samples[0] = 208; /* the group is 1 wide, and the gap is still four times that */
    assert_true(levels_find(samples, 20, &levels));
    assert_int_equal(levels.low, 209);
    samples[0] = 207; /* 2 wide */
    assert_false(levels_find(samples, 20, &levels));
    const int64_t four[] = {-3039, -3039, -39, -38};
    assert_true(levels_find(four, 4, &levels));
    assert_int_equal(levels.low, -3039);
    assert_int_equal(levels.high, -39); /* the lower one of the middle two */
}

static void one_level(void **state)
{
    (void)state;
    int64_t samples[24];
    struct levels levels;
    fill(samples, 5, 0, 24);
    assert_false(levels_find(samples, 24, &levels));
    assert_false(levels_find(samples, 1, &levels));
    fill(samples, 6, 12, 24); /* one count apart */
    assert_false(levels_find(samples, 24, &levels));
    fill(samples, 7, 12, 24);
    assert_true(levels_find(samples, 24, &levels));
    fill(samples, 5, 0, 23); /* one sample alone is an outlier */
    assert_false(levels_find(samples, 24, &levels));
    fill(samples, 9, 22, 24); /* two of 24 are less than an eighth */
    assert_false(levels_find(samples, 24, &levels));
    fill(samples, 9, 21, 24); /* three are an eighth */
    assert_true(levels_find(samples, 24, &levels));
    for (int i = 0; i < 24; i++)
        samples[i] = i; /* evenly spread */
    assert_false(levels_find(samples, 24, &levels));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_levels),
        cmocka_unit_test(one_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
