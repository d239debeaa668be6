/*
 * SPDX-License-Identifier: MIT
 * Tests the value and bounds of samples, some of them disturbed, each case worked out by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "stats/steady.h"

static const struct disturbance smi = {100000, 3000, 3100}; /* about 3000 every 100,000 clocks */

static void assert_steady(const struct steady *steady, fixed_t value, fixed_t low, fixed_t high,
                          uint32_t kept, bool sure)
{
    assert_int_equal(steady->value, value);
    assert_int_equal(steady->low, low);
    assert_int_equal(steady->high, high);
    assert_int_equal(steady->kept, kept);
    assert_int_equal(steady->sure, sure);
}

/* The bounds of 10 samples are the extremes, as for all counts up to 12. Those of 20 are the 3rd
 * from either end, (20 - 14.8) / 2 = 2.6 with the root of 220 truncated to 14: the probability that
 * the median is outside is 2 x (1 + 20 + 190) / 2^20 = 0.0004. */
static void left_alone(void **state)
{
    (void)state;
    int64_t samples[20];
    for (int i = 0; i < 20; i++)
        samples[i] = 100 + i * i;
    struct steady steady = steady_value(samples, 1, NULL);
    assert_steady(&steady, 100 * FIXED_ONE, 100 * FIXED_ONE, 100 * FIXED_ONE, 1, true);
    steady = steady_value(samples, 4, NULL); /* 100 101 104 109 */
    assert_steady(&steady, 205 * FIXED_ONE / 2, 100 * FIXED_ONE, 109 * FIXED_ONE, 4, true);
    steady = steady_value(samples, 10, NULL); /* the 5th and 6th: 116 125 */
    assert_steady(&steady, 241 * FIXED_ONE / 2, 100 * FIXED_ONE, 181 * FIXED_ONE, 10, true);
    const struct disturbance none = {0, 0, 0};
    steady = steady_value(samples, 20, &none); /* the 10th and 11th: 181 200; the 3rd and 18th */
    assert_steady(&steady, 381 * FIXED_ONE / 2, 104 * FIXED_ONE, 389 * FIXED_ONE, 20, true);
    assert_false(steady_may_be(&steady, &none));
}

/* 40,000 clocks are disturbed with a probability of 0.4: all ten are with 0.4^10 = 0.0001, all
 * seven with 0.0016, which is too much. */
static void some_disturbed(void **state)
{
    (void)state;
    int64_t samples[10] = {40000, 40000, 40002, 40004, 43000, 43010, 43020, 43050, 43060, 46000};
    struct steady steady = steady_value(samples, 10, &smi); /* the median of all is 43,005 */
    assert_steady(&steady, 40001 * FIXED_ONE, 40000 * FIXED_ONE, 40004 * FIXED_ONE, 4, true);
    steady = steady_value(samples, 7, &smi); /* at most one disturbance in each: 40,000 - 3100 */
    assert_steady(&steady, 40001 * FIXED_ONE, 36900 * FIXED_ONE, 40004 * FIXED_ONE, 4, false);
    assert_true(steady_may_be(&steady, &smi));
    samples[1] = samples[2] = samples[3] = 43000; /* the smallest has no sample near it */
    steady = steady_value(samples, 10, &smi);
    assert_steady(&steady, 40000 * FIXED_ONE, 36900 * FIXED_ONE, 40000 * FIXED_ONE, 1, false);
    const int64_t at_half[] = {100, 1599, 1600}; /* half of 3000 above the smallest is too far */
    steady = steady_value(at_half, 3, &smi);
    assert_int_equal(steady.kept, 2);
}

/* 250,000 clocks contain two or three disturbances each: three are subtracted. */
static void all_disturbed(void **state)
{
    (void)state;
    const int64_t samples[] = {250000, 250000, 250010, 253000};
    struct steady steady = steady_value(samples, 4, &smi);
    assert_steady(&steady, 250000 * FIXED_ONE, 240700 * FIXED_ONE, 250010 * FIXED_ONE, 3, false);
    assert_false(steady_may_be(&steady, &smi));
    const int64_t short_ones[] = {3000, 3000}; /* 0.03^2 = 0.0009: low enough */
    steady = steady_value(short_ones, 2, &smi);
    assert_true(steady.sure);
    steady = steady_value(short_ones, 1, &smi); /* the lower bound is never below 0 */
    assert_steady(&steady, 3000 * FIXED_ONE, 0, 3000 * FIXED_ONE, 1, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(left_alone),
        cmocka_unit_test(some_disturbed),
        cmocka_unit_test(all_disturbed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
