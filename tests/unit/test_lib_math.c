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
#define extended lib_extended
#include "kernel/lib/trigonometry.c"
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

/* A function of an angle, and how much it changes with the angle. */
static const struct {
    const char *name;
    double (*ours)(double);
    long double (*host)(long double), (*slope)(long double);
} angle_functions[] = {{"sin", lib_sin, sinl, cosl}, {"cos", lib_cos, cosl, sinl}};
enum { ANGLE_FUNCTIONS = sizeof angle_functions / sizeof angle_functions[0] };

/* Fails unless the result is within that many units in the last place, and the error of the x87's
 * pi of 66 bits, which it uses below 128. */
static void assert_angle(unsigned f, double x, long double most)
{
    const long double exact = angle_functions[f].host(x);
    const double got = angle_functions[f].ours(x);
    const long double slope = angle_functions[f].slope(x);
    const long double off = fabs(x) < 128 ? fabsl(x * slope) * 0x1p-66L : 0;
    int exponent;
    frexpl(exact, &exponent);
    if (fabsl(got - exact) > ldexpl(most, exponent - DBL_MANT_DIG) + off)
        fail_msg("%s(%a): %a", angle_functions[f].name, x, got);
}

static void angles(void **unused)
{
    (void)unused;
    for (unsigned f = 0; f < ANGLE_FUNCTIONS; f++)
        for (unsigned turn = 0; turn < 100000; turn++)
            assert_angle(f, turn % 2 ? random_between(-4, 4) : random_between(-1e5, 1e5), 0.502L);
    assert_true(signbit(lib_sin(-0.0)) && lib_cos(0) == 1);
}

/* Doubles of all exponents, and those next to multiples of pi/2. 6381956970095103 * 2^797 is the
 * double that is closest to one (J.-M. Muller, Elementary Functions): its
 * cosine is -4.6871659242546276e-19. */
static void large_angles(void **unused)
{
    (void)unused;
    const double closest = ldexp(6381956970095103.0, 797);
    assert_true(lib_cos(closest) == -4.6871659242546277e-19 && lib_sin(closest) == 1);
    for (unsigned f = 0; f < ANGLE_FUNCTIONS; f++) {
        for (int exponent = 0; exponent < 1024; exponent++)
            for (unsigned turn = 0; turn < 50; turn++)
                assert_angle(f, ldexp(random_between(-1, 1), exponent), 0.502L);
        for (unsigned k = 100; k < 20000; k++)
            assert_angle(f, k * M_PI_2, 0.502L);
        assert_angle(f, DBL_MAX, 0.502L);
        assert_true(isnan(angle_functions[f].ours(HUGE_VAL)));
        assert_true(isnan(angle_functions[f].ours(-HUGE_VAL)));
        assert_true(isnan(angle_functions[f].ours(NAN)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_and_magnitudes),
        cmocka_unit_test(angles),
        cmocka_unit_test(large_angles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
