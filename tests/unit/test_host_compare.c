/*
 * SPDX-License-Identifier: MIT
 * Tests the statistics of bareprobe compare: the t distribution where it has a closed form, Welch's
 * test on numbers worked out by hand, Holm's correction, proportions as published.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "host/analysis/compare/proportions.h"
#include "host/analysis/compare/t_distribution.h"
#include "host/analysis/compare/welch.h"

static void close_to(double got, double expected, double relative)
{
    if (!(fabs(got - expected) <= relative * fabs(expected)))
        fail_msg("%.17g where %.17g was expected", got, expected);
}

/*
 * df = 1 is the Cauchy distribution: P = 1 - 2/pi atan t = 2/pi atan(1/t).
 * df = 2: P = 1 - t / sqrt(2 + t^2) = 2 / (s (s + t)) with s = sqrt(2 + t^2), without cancellation.
 * df = 4: P = 1 - u (3 - u^2) / 2 with u = t / sqrt(4 + t^2) = (1 - u)^2 (2 + u) / 2.
 */
static void probability_where_it_has_a_closed_form(void **unused)
{
    (void)unused;
    static const double ts[] = {1e-6, 0.01, 0.5, 1, 2, 4.303, 12.706, 100, 1e4, 1e6};
    for (unsigned i = 0; i < sizeof ts / sizeof ts[0]; i++) {
        double t = ts[i], s = sqrt(2 + t * t), r = sqrt(4 + t * t);
        close_to(t_two_sided_probability(t, 1), 2 / M_PI * atan(1 / t), 1e-10);
        close_to(t_two_sided_probability(t, 2), 2 / (s * (s + t)), 1e-10);
        double v = 4 / (r * (r + t)); /* 1 - u */
        close_to(t_two_sided_probability(t, 4), v * v * (3 - v) / 2, 1e-10);
    }
    close_to(t_two_sided_probability(0, 7.3), 1, 1e-12);
    assert_true(t_two_sided_probability(INFINITY, 3) == 0);
}

/* Values from any t table: 0.05 two-sided, df 1, 5, 10, 30; 0.01 with df 20. */
static void quantiles_of_the_tables(void **unused)
{
    (void)unused;
    close_to(t_distribution_quantile(0.05, 1), 12.7062047, 1e-8);
    close_to(t_distribution_quantile(0.05, 5), 2.57058184, 1e-8);
    close_to(t_distribution_quantile(0.05, 10), 2.22813885, 1e-8);
    close_to(t_distribution_quantile(0.05, 30), 2.04227246, 1e-8);
    close_to(t_distribution_quantile(0.01, 20), 2.84533971, 1e-8);
}

/*
 * a: n 4, mean 10, sd 2; b: n 4, mean 14, sd 2. Both variances of the mean are 4/4 = 1, their sum
 * 2, df = 2^2 / (1/3 + 1/3) = 6, t = 4 / sqrt(2) = 2.828427. For df = 6, P = 1 - u (15 - 10 u^2 + 3
 * u^4) / 8 with u = t / sqrt(6 + t^2) = 2.828427 / 3.741657 = 0.7559289: u^2 = 4/7, so the bracket
 * is 15 - 40/7 + 48/49 = (735 - 280 + 48) / 49 = 503/49, P = 1 - 0.7559289 * 503/392 = 0.0300...
 */
static void welch_by_hand(void **unused)
{
    (void)unused;
    struct values a = {.n = 4, .mean = 10, .sd = 2}, b = {.n = 4, .mean = 14, .sd = 2};
    struct difference d = welch(&a, &b, 0.95);
    close_to(d.change, 4, 1e-15);
    close_to(d.df, 6, 1e-12);
    close_to(d.p, 1 - sqrt(4.0 / 7) * 503 / 392, 1e-9);
    close_to(d.half_width, 2.44691185 * sqrt(2), 1e-8); /* t(0.975, 6) of published tables */
    assert_true(d.judged);
}

static void no_spread_is_exact_and_one_sample_says_nothing(void **unused)
{
    (void)unused;
    struct values a = {.n = 3, .mean = 305}, b = {.n = 3, .mean = 306}, one = {.n = 1, .mean = 9};
    assert_true(welch(&a, &a, 0.95).p == 1);
    struct difference d = welch(&a, &b, 0.95);
    assert_true(d.p == 0 && d.half_width == 0 && d.change == 1);
    d = welch(&a, &one, 0.95);
    assert_true(!d.judged && d.p == 1 && isinf(d.half_width));
}

/* Sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1: 0.02, 0.03, 0.06, 0.04; the last may not fall
 * below the one before. */
static void holm_by_hand(void **unused)
{
    (void)unused;
    double p[] = {0.01, 0.04, 0.03, 0.005}, large[] = {0.6, 0.7};
    welch_holm_correction(p, 4);
    close_to(p[0], 0.03, 1e-12);
    close_to(p[1], 0.06, 1e-12);
    close_to(p[2], 0.06, 1e-12);
    close_to(p[3], 0.02, 1e-12);
    welch_holm_correction(large, 2);
    assert_true(large[0] == 1 && large[1] == 1);
}

/*
 * Table II (a) and (b) of R. G. Newcombe (1998), method 10: 56/70 - 48/80 from 0.0524 to 0.3339,
 * 9/10 - 3/10 from 0.1705 to 0.8090. The change here is from the first to the second.
 */
static void newcombe_as_published(void **unused)
{
    (void)unused;
    struct difference d = proportions(48, 80, 56, 70, 0.95);
    close_to(d.change, 20, 1e-12);
    assert_true(fabs(d.low - 5.24) < 0.005 && fabs(d.high - 33.39) < 0.005);
    d = proportions(3, 10, 9, 10, 0.95);
    assert_true(fabs(d.low - 17.05) < 0.005 && fabs(d.high - 80.90) < 0.005);
}

/*
 * 70 ways exist to choose 4 cups of 8; 1, 16, 36, 16, 1 of them have 0 to 4 right. For 3 and 1, (16
 * + 1) * 2 of them are no more probable. All right: 2 of 70. Equal proportions: 1.
 */
static void fisher_by_hand(void **unused)
{
    (void)unused;
    close_to(proportions(3, 4, 1, 4, 0.95).p, 34.0 / 70, 1e-12);
    close_to(proportions(4, 4, 0, 4, 0.95).p, 2.0 / 70, 1e-12);
    close_to(proportions(5, 10, 5, 10, 0.95).p, 1, 1e-12);
    close_to(proportions(0, 10, 0, 20, 0.95).p, 1, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probability_where_it_has_a_closed_form),
        cmocka_unit_test(quantiles_of_the_tables),
        cmocka_unit_test(welch_by_hand),
        cmocka_unit_test(no_spread_is_exact_and_one_sample_says_nothing),
        cmocka_unit_test(holm_by_hand),
        cmocka_unit_test(newcombe_as_published),
        cmocka_unit_test(fisher_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
