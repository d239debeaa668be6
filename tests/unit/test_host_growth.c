/*
 * SPDX-License-Identifier: MIT
 * Tests the growth of a cost with size: exact shapes, and costs without a shape.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/data/metrics/growth.h"

static const double sizes[] = {1024, 2048, 4096, 8192, 16384};

static void assert_growth(const double *costs, unsigned n, const char *shape, double coefficient)
{
    struct growth growth = growth_of(sizes, costs, n);
    if (!shape) {
        assert_null(growth.shape);
        return;
    }
    assert_non_null(growth.shape);
    assert_string_equal(growth.shape, shape);
    assert_true(fabs(growth.coefficient - coefficient) < 1e-9 * coefficient);
    assert_true(growth.error < 1e-9);
}

/* log2 of the sizes is 10 to 14. */
static void test_exact_shapes(void **state)
{
    (void)state;
    assert_growth((const double[]){7, 7, 7, 7, 7}, 5, "O(1)", 7);
    assert_growth((const double[]){20, 22, 24, 26, 28}, 5, "O(log n)", 2);
    assert_growth((const double[]){512, 1024, 2048, 4096, 8192}, 5, "O(n)", 0.5);
    assert_growth((const double[]){10240, 22528, 49152, 106496, 229376}, 5, "O(n log n)", 1);
    assert_growth((const double[]){1, 4, 16, 64, 256}, 5, "O(n^2)", 1 / 1048576.0);
    assert_growth((const double[]){1, 8, 64, 512, 4096}, 5, "O(n^3)", 1 / 1073741824.0);
}

/*
 * For y = 10, 10, 12, 12 a constant leaves 1 at each point: c = 11, error 1 / 11 = 0.0909. log n
 * does better: sum f y = 100 + 110 + 144 + 156 = 510, sum f^2 = 100 + 121 + 144 + 169 = 534, c =
 * 0.955; it leaves 0.449, -0.506, 0.539 and -0.416, whose squares' mean is 0.230; error 0.480 / 11
 * = 0.044.
 */
static void test_the_best_of_shapes_that_are_near(void **state)
{
    (void)state;
    struct growth growth = growth_of(sizes, (const double[]){10, 10, 12, 12}, 4);
    assert_string_equal(growth.shape, "O(log n)");
    assert_true(fabs(growth.coefficient - 510.0 / 534) < 1e-12);
    assert_true(fabs(growth.error - 0.0436) < 1e-4);
}

/* A step has no shape; three points would fit any shape. */
static void test_what_has_no_shape(void **state)
{
    (void)state;
    assert_growth((const double[]){10, 10, 70, 70, 70}, 5, NULL, 0);
    assert_growth((const double[]){1, 2, 4}, 3, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_shapes),
        cmocka_unit_test(test_the_best_of_shapes_that_are_near),
        cmocka_unit_test(test_what_has_no_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
