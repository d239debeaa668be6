/*
 * SPDX-License-Identifier: MIT
 * Tests estimates of multiplexed events against exact counts: small cases worked out by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "host/output/show/multiplex_figures.h"

#define CLOSE 1e-6

static void assert_close(double got, double expected)
{
    if (!(fabs(got - expected) <= CLOSE))
        fail_msg("%.9g, not %.9g", got, expected);
}

/* P = 1/4, 3/4 and P' = 1/2, 1/2: 1/4 ln(1/2) + 3/4 ln(3/2) = -0.173287 + 0.304099. */
static void two_rounds(void **unused)
{
    (void)unused;
    const double estimate[] = {2, 2}, exact[] = {1, 3};
    struct multiplex_figures figures;
    multiplex_figures_compute(estimate, exact, 2, 100, &figures);
    assert_close(figures.distance, 0.130812);
    assert_close(figures.estimate, 4);
    assert_close(figures.exact, 4);
    assert_close(figures.off, 0);
    assert_close(figures.half_width, 0);
    assert_int_equal(figures.rounds, 2);
    assert_int_equal(figures.replaced, 0);
    assert_false(figures.rare);
}

/* Equal shapes have distance 0, however far the sums are apart: 8 for 4 is 100 %. */
static void the_same_shape(void **unused)
{
    (void)unused;
    const double estimate[] = {2, 6}, exact[] = {1, 3};
    struct multiplex_figures figures;
    multiplex_figures_compute(estimate, exact, 2, 100, &figures);
    assert_close(figures.distance, 0);
    assert_close(figures.off, 1);
}

/* A round whose exact count is 0 adds nothing: P = 0, 1 and P' = 1/4, 3/4: ln(4/3). */
static void a_round_of_zero(void **unused)
{
    (void)unused;
    const double estimate[] = {1, 3}, exact[] = {0, 4};
    struct multiplex_figures figures;
    multiplex_figures_compute(estimate, exact, 2, 100, &figures);
    assert_close(figures.distance, 0.287682);
    assert_int_equal(figures.replaced, 0);
}

/* Half a count replaces the 0: P' = 0.5/4, 3.5/4; 1/2 ln 4 + 1/2 ln(4/7) = 0.693147 - 0.279808. The
 * sum is that of the estimates, 3.5 of 4. */
static void an_estimate_of_zero(void **unused)
{
    (void)unused;
    const double estimate[] = {0, 3.5}, exact[] = {2, 2};
    struct multiplex_figures figures;
    multiplex_figures_compute(estimate, exact, 2, 100, &figures);
    assert_close(figures.distance, 0.413339);
    assert_close(figures.estimate, 3.5);
    assert_close(figures.off, 0.125);
    assert_int_equal(figures.replaced, 1);
}

/* If both are 0 nothing is replaced, and only the other round remains. */
static void a_round_of_zero_in_both(void **unused)
{
    (void)unused;
    const double estimate[] = {0, 5}, exact[] = {0, 4};
    struct multiplex_figures figures;
    multiplex_figures_compute(estimate, exact, 2, 100, &figures);
    assert_close(figures.distance, 0);
    assert_int_equal(figures.replaced, 0);
}

/* 4 in 40,000 clocks is one in 10,000; in 40,001 it is less. */
static void rare_events_have_no_distance(void **unused)
{
    (void)unused;
    const double estimate[] = {2, 2}, exact[] = {1, 3}, none[] = {0, 0};
    struct multiplex_figures figures;
    multiplex_figures_compute(estimate, exact, 2, 40000, &figures);
    assert_false(figures.rare);
    multiplex_figures_compute(estimate, exact, 2, 40001, &figures);
    assert_true(figures.rare && isnan(figures.distance));
    assert_close(figures.exact, 4);
    multiplex_figures_compute(estimate, none, 2, 100, &figures);
    assert_true(figures.rare && isnan(figures.distance) && isnan(figures.off));
}

/* 1, 2, 3: s = 1, t(0.975, 2) = 4.302653 (any table); for the sum t * s * sqrt(3) = 7.452413. */
static void the_interval_is_of_the_sum(void **unused)
{
    (void)unused;
    const double estimate[] = {1, 2, 3};
    struct multiplex_figures figures;
    multiplex_figures_compute(estimate, NULL, 3, NAN, &figures);
    assert_close(figures.estimate, 6);
    assert_close(figures.half_width, 7.452413);
    assert_true(isnan(figures.exact) && isnan(figures.off) && isnan(figures.distance));
    assert_false(figures.rare);
    multiplex_figures_compute(estimate, NULL, 1, NAN, &figures);
    assert_true(isnan(figures.half_width));
    multiplex_figures_compute(NULL, NULL, 0, NAN, &figures);
    assert_true(isnan(figures.estimate));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_rounds),
        cmocka_unit_test(the_same_shape),
        cmocka_unit_test(a_round_of_zero),
        cmocka_unit_test(an_estimate_of_zero),
        cmocka_unit_test(a_round_of_zero_in_both),
        cmocka_unit_test(rare_events_have_no_distance),
        cmocka_unit_test(the_interval_is_of_the_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
