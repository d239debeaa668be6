/*
 * SPDX-License-Identifier: MIT
 * Tests math.c against the host's functions in extended precision, whose results are exact enough
 * to count units in the last place. It is compiled into this file under other names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#undef M_PI
#define cos  lib_cos
#define fabs lib_fabs
#define sin  lib_sin
#define sqrt lib_sqrt
#include "kernel/lib/math.c"
#undef cos
#undef fabs
#undef sin
#undef sqrt

static double random_between(double low, double high)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(state >> 11) / 0x1p53);
}

static void roots_and_magnitudes(void **unused)
{
    (void)unused;
    for (unsigned turn = 0; turn < 100000; turn++) {
        double x = random_between(-1e300, 1e300);
        assert_true(lib_fabs(x) == fabs(x));
        assert_true(lib_sqrt(fabs(x)) == (double)sqrtl(fabsl(x)));
    }
    assert_true(isnan(lib_sqrt(-1)) && lib_sqrt(HUGE_VAL) == HUGE_VAL);
    assert_true(signbit(lib_sqrt(-0.0)) && !signbit(lib_fabs(-0.0)));
}

/* Besides rounding, an angle has an error in proportion to that of the x87's pi of 66 bits. */
static void angles(void **unused)
{
    static const struct {
        double (*ours)(double);
        long double (*host)(long double), (*slope)(long double);
    } all[] = {{lib_sin, sinl, cosl}, {lib_cos, cosl, sinl}};

    (void)unused;
    for (unsigned f = 0; f < 2; f++)
        for (unsigned turn = 0; turn < 100000; turn++) {
            double x = turn % 2 ? random_between(-4, 4) : random_between(-1e5, 1e5);
            double got = all[f].ours(x);
            long double exact = all[f].host(x);
            long double off = fabsl(x * all[f].slope(x)) * 0x1p-66L;
            int exponent;
            frexpl(exact, &exponent);
            if (fabsl(got - exact) > ldexpl(0.501L, exponent - DBL_MANT_DIG) + off)
                fail_msg("%s(%a): %a", f ? "cos" : "sin", x, got);
        }
    assert_true(isnan(lib_sin(0x1p63)) && isnan(lib_cos(-0x1p63)) && isnan(lib_sin(HUGE_VAL)));
    assert_true(signbit(lib_sin(-0.0)) && lib_cos(0) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_and_magnitudes),
        cmocka_unit_test(angles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
