/*
 * SPDX-License-Identifier: MIT
 * Tests the rest of <math.h> against the host's long double functions and, where results are exact,
 * against its doubles. Errors are in units in the last place of a double.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <string.h>

#define HOST(type, name, ...) type host_##name(__VA_ARGS__) __asm__(#name);
#define REAL(name)            HOST(long double, name##l, long double)
REAL(expm1)
REAL(log1p)
REAL(asinh)
REAL(acosh)
REAL(atanh)
HOST(long double, frexpl, long double, int *)
HOST(long double, ldexpl, long double, int)
HOST(double, remainder, double, double)
HOST(double, remquo, double, double, int *)
HOST(double, fdim, double, double)
HOST(double, nextafter, double, double)
HOST(float, nextafterf, float, float)
HOST(double, logb, double)
HOST(int, ilogb, double)
HOST(double, nearbyint, double)
HOST(long long, llrint, double)
HOST(long long, llround, double)

#include "lib_math.h"
#include "kernel/lib/math.c"
#include "kernel/lib/program/math_more.c"

static uint64_t random_bits(void)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 32;
}

static double random_between(double low, double high)
{
    double x = low + (high - low) * ((double)(random_bits() >> 11) * 0x1p-53);

    return random_bits() & 3 ? x : low > 0 ? low + (x - low) * 1e-3 : x * 1e-6;
}

static double random_double(void)
{
    union math_more_double_bits x = {.bits = random_bits()};

    return isfinite(x.value) ? x.value : 1;
}

static double ulps(double got, long double exact)
{
    long double error = got - exact;
    int exponent;

    if ((double)exact == got)
        return 0.5; /* cannot be more accurate */
    host_frexpl(exact, &exponent);
    return (double)((error < 0 ? -error : error) / host_ldexpl(1, exponent - DBL_MANT_DIG));
}

#define OF(name) #name, name, host_##name##l

static const struct {
    const char *name;
    double (*ours)(double);
    long double (*host)(long double);
    double low, high, most_ulps;
} functions[] = {
    {OF(expm1), -0.6, 0.6, 0.501},  {OF(expm1), -700, 700, 1.5},  {OF(log1p), -0.9, 1, 0.501},
    {OF(log1p), 0, 1e300, 0.501},   {OF(asinh), -1, 1, 0.53},     {OF(asinh), -1e300, 1e300, 0.501},
    {OF(asinh), -0.02, 0.02, 0.53}, {OF(acosh), 1, 1.001, 0.501}, {OF(acosh), 1, 1e300, 0.501},
    {OF(atanh), -1, 1, 0.501},
};

static void near_the_exact_value(void **unused)
{
    (void)unused;
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++)
        for (unsigned turn = 0; turn < 100000; turn++) {
            double x = random_between(functions[f].low, functions[f].high);
            double error = ulps(functions[f].ours(x), functions[f].host(x));

            if (!(error <= functions[f].most_ulps))
                fail_msg("%s(%a): %g ulps", functions[f].name, x, error);
        }
}

static int same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void check_pair(double x, double y)
{
    int quotient = 0, expected = 0;

    if (!same(remquo(x, y, &quotient), host_remquo(x, y, &expected)) ||
        (quotient & 7) != (expected & 7))
        fail_msg("remquo(%a, %a): %d, not %d", x, y, quotient, expected);
    if (!same(remainder(x, y), host_remainder(x, y)))
        fail_msg("remainder(%a, %a)", x, y);
    if (!same(fdim(x, y), host_fdim(x, y)))
        fail_msg("fdim(%a, %a)", x, y);
    if (!same(nextafter(x, y), host_nextafter(x, y)))
        fail_msg("nextafter(%a, %a): %a", x, y, nextafter(x, y));
    if (!same(nextafterf((float)x, (float)y), host_nextafterf((float)x, (float)y)))
        fail_msg("nextafterf(%a, %a)", x, y);
}

static void check_one(double x)
{
    if (!same(logb(x), host_logb(x)) || ilogb(x) != host_ilogb(x))
        fail_msg("logb(%a): %g, %d", x, logb(x), ilogb(x));
    if (!same(nearbyint(x), host_nearbyint(x)))
        fail_msg("nearbyint(%a)", x);
    if (llrint(x) != host_llrint(x) || llround(x) != host_llround(x))
        fail_msg("llrint(%a): %lld, %lld", x, llrint(x), llround(x));
}

static void exact(void **unused)
{
    static const double special[] = {0,       -0.0,     1,         -1,        0.5,
                                     -0.5,    1.5,      2.5,       0x1p-1074, -0x1p-1074,
                                     DBL_MIN, DBL_MAX,  0x1p52,    0x1p63,    -0x1p63,
                                     1e300,   HUGE_VAL, -HUGE_VAL, NAN};
    const unsigned count = sizeof special / sizeof *special;

    (void)unused;
    for (unsigned i = 0; i < count; i++) {
        check_one(special[i]);
        for (unsigned j = 0; j < count; j++)
            check_pair(special[i], special[j]);
    }
    for (unsigned turn = 0; turn < 50000; turn++) {
        double x = random_double(), y = random_double();

        check_one(x);
        check_one(random_between(-1000, 1000));
        check_pair(x, y);
        check_pair(random_between(-1000, 1000), random_between(-10, 10));
    }
}

static void limits_and_floats(void **unused)
{
    float whole;
    int exponent;

    (void)unused;
    assert_true(isnan(acosh(0.5)) && isnan(atanh(2)) && isinf(atanh(1)) && isinf(atanh(-1)));
    assert_true(signbit(expm1(-0.0)) && signbit(log1p(-0.0)) && signbit(asinh(-0.0)));
    assert_true(isinf(expm1(1000)) && expm1(-1000) == -1 && isinf(log1p(-1)));
    assert_true(modff(-2.5f, &whole) == -0.5f && whole == -2);
    assert_true(frexpf(12, &exponent) == 0.75f && exponent == 4);
    assert_true(ldexpf(0.75f, 4) == 12 && hypotf(3, 4) == 5 && fmaxf(1, 2) == 2);
    assert_true(fpclassify(0x1p-1050) == FP_SUBNORMAL && fpclassify(1.0) == FP_NORMAL);
    assert_true(isnan(nan("")) && lrintf(2.5f) == 2 && lroundf(2.5f) == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_the_exact_value),
        cmocka_unit_test(exact),
        cmocka_unit_test(limits_and_floats),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
