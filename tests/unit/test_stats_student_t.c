/*
 * SPDX-License-Identifier: MIT
 * Tests Student's t against published tables, closed forms, and the integral of its density.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "stats/student_t.h"

static const long double level_of[CONFIDENCE_LEVELS] = {0.95L, 0.99L};

static long double t_of(enum confidence level, uint32_t df)
{
    return (long double)student_t(level, df) / (1 << STUDENT_T_FRACTION_BITS);
}

/*
 * NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, columns 0.975 and 0.995, in
 * thousandths. Its last row, infinity, is that of the normal distribution: 2^20 differs by 5e-6 at
 * most.
 */
static void agrees_with_the_nist_table(void **unused)
{
    static const struct {
        uint32_t df;
        int t[CONFIDENCE_LEVELS];
    } rows[] = {
        {1, {12706, 63657}},
        {2, {4303, 9925}},
        {3, {3182, 5841}},
        {4, {2776, 4604}},
        {5, {2571, 4032}},
        {6, {2447, 3707}},
        {7, {2365, 3499}},
        {8, {2306, 3355}},
        {9, {2262, 3250}},
        {10, {2228, 3169}},
        {11, {2201, 3106}},
        {12, {2179, 3055}},
        {13, {2160, 3012}},
        {14, {2145, 2977}},
        {15, {2131, 2947}},
        {16, {2120, 2921}},
        {17, {2110, 2898}},
        {18, {2101, 2878}},
        {19, {2093, 2861}},
        {20, {2086, 2845}},
        {21, {2080, 2831}},
        {22, {2074, 2819}},
        {23, {2069, 2807}},
        {24, {2064, 2797}},
        {25, {2060, 2787}},
        {26, {2056, 2779}},
        {27, {2052, 2771}},
        {28, {2048, 2763}},
        {29, {2045, 2756}},
        {30, {2042, 2750}},
        {40, {2021, 2704}},
        {60, {2000, 2660}},
        {80, {1990, 2639}},
        {100, {1984, 2626}},
        {UINT32_C(1) << 20, {1960, 2576}},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned level = 0; level < CONFIDENCE_LEVELS; level++)
            assert_int_equal(lroundl(t_of(level, rows[i].df) * 1000), rows[i].t[level]);
}

/*
 * The quantiles for one and two degrees of freedom have closed forms, where p is the two-sided
 * level: tan(pi p / 2) of the Cauchy distribution, and p sqrt(2 / (1 - p^2)).
 */
static void agrees_with_closed_forms(void **unused)
{
    (void)unused;
    for (unsigned level = 0; level < CONFIDENCE_LEVELS; level++) {
        long double p = level_of[level];

        assert_true(fabsl(t_of(level, 1) - tanl(acosl(-1) * p / 2)) < 1e-8L);
        assert_true(fabsl(t_of(level, 2) - p * sqrtl(2 / (1 - p * p))) < 1e-8L);
    }
}

static long double density(long double t, uint32_t df)
{
    long double half = (long double)df / 2;
    long double scale = lgammal(half + 0.5L) - lgammal(half) - logl(df * acosl(-1)) / 2;

    return expl(scale - (half + 0.5L) * log1pl(t * t / df));
}

/* P(-t < T < t), by Simpson's rule. */
static long double probability(long double t, uint32_t df)
{
    int steps = df < 3 ? 40000 : 2000;
    long double h = t / steps;
    long double sum = density(0, df) + density(t, df);

    for (int i = 1; i < steps; i++)
        sum += density(i * h, df) * (i % 2 != 0 ? 4 : 2);
    return 2 * sum * h / 3;
}

/* The error of t is that of the probability divided by its slope, twice the density. */
static void check_by_integral(uint32_t df)
{
    for (unsigned level = 0; level < CONFIDENCE_LEVELS; level++) {
        long double t = t_of(level, df);
        long double error = (probability(t, df) - level_of[level]) / (2 * density(t, df));

        assert_true(fabsl(error) < 1e-8L);
    }
}

static void agrees_with_the_integral(void **unused)
{
    static const uint32_t large[] = {150, 200, 500, 1000, 10000, 65537, STUDENT_T_DF_MAX};

    (void)unused;
    for (uint32_t df = 1; df <= 130; df++)
        check_by_integral(df);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        check_by_integral(large[i]);
}

/* More samples never make the interval wider, including across the boundary from table to
 * series. */
static void never_grows(void **unused)
{
    (void)unused;
    for (uint32_t df = 1; df < STUDENT_T_DF_MAX; df += df < 1u << 20 ? 1 : 997)
        for (unsigned level = 0; level < CONFIDENCE_LEVELS; level++)
            if (student_t(level, df) < student_t(level, df + 1))
                fail_msg("t rises from df %u to the next", df);
}

static void refuses_what_is_out_of_range(void **unused)
{
    (void)unused;
    assert_int_equal(student_t(CONFIDENCE_95, 0), 0);
    assert_int_equal(student_t(CONFIDENCE_95, STUDENT_T_DF_MAX + 1), 0);
    assert_int_equal(student_t((enum confidence)CONFIDENCE_LEVELS, 5), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_nist_table),   cmocka_unit_test(agrees_with_closed_forms),
        cmocka_unit_test(agrees_with_the_integral),     cmocka_unit_test(never_grows),
        cmocka_unit_test(refuses_what_is_out_of_range),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
