/*
 * SPDX-License-Identifier: MIT
 * Tests x87 mathematics against the host's long double functions, whose significand of 64 bits has
 * 11 more than a double's. Errors are in units in the last place of a double: rounding alone may
 * cause 0.5. The library is compiled into this file under other names, since the host has its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "lib_math.h"
#include "kernel/lib/math.c"

/* Declares functions of the host, since its <math.h> has macros that conflict with kernel/lib's. */
#define HOST1(name) long double name##l(long double x);
#define HOST2(name) long double name##l(long double x, long double y);
HOST1(sqrt)
HOST1(cbrt)
HOST1(sin)
HOST1(cos)
HOST1(tan)
HOST1(asin)
HOST1(acos)
HOST1(atan)
HOST1(exp)
HOST1(exp2)
HOST1(log)
HOST1(log10)
HOST1(log2)
HOST1(sinh)
HOST1(cosh)
HOST1(tanh)
HOST1(fabs)
HOST1(floor)
HOST1(ceil)
HOST1(trunc)
HOST1(round)
HOST1(rint)
HOST2(hypot)
HOST2(atan2)
HOST2(pow)
HOST2(copysign)
HOST2(fmin)
HOST2(fmax)
HOST2(fmod)
long double frexpl(long double x, int *exponent);
long double ldexpl(long double x, int exponent);
long double modfl(long double x, long double *whole);

static uint64_t state = 1;

static uint32_t random_bits(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

static double random_between(double low, double high)
{
    double part = ((double)random_bits() + (double)random_bits() / 0x1p32) / 0x1p32;

    return low + (high - low) * part;
}

/* Any finite double, each exponent with the same probability. */
static double random_double(void)
{
    double value;

    do {
        uint64_t bits = (uint64_t)random_bits() << 32 | random_bits();
        memcpy(&value, &bits, sizeof value);
    } while (value - value != 0);
    return value;
}

static double ulps(double got, long double exact)
{
    int exponent;

    if (isnan(exact) || isnan(got))
        return isnan(exact) && isnan(got) ? 0 : HUGE_VAL;
    if ((double)exact == got)
        return 0.5; /* cannot be more accurate */
    if (isinf(exact) || isinf(got))
        return HUGE_VAL;
    frexpl(exact, &exponent);
    if (exponent < DBL_MIN_EXP)
        exponent = DBL_MIN_EXP;
    return (double)(lib_fabs((double)(got - exact)) / ldexpl(1, exponent - DBL_MANT_DIG));
}

struct function {
    const char *name;
    double (*ours)(double);
    long double (*host)(long double);
    double low, high, most_ulps;
};

#define OF(name) #name, lib_##name, name##l

static const struct function functions[] = {
    {OF(sqrt), 0, 1e300, 0.5},    {OF(cbrt), -1e300, 1e300, 0.65}, {OF(cbrt), -10, 10, 0.501},
    {OF(asin), -1, 1, 0.501},     {OF(acos), -1, 1, 0.501},        {OF(atan), -100, 100, 0.501},
    {OF(exp), -708, 709, 0.501},  {OF(exp), -1, 1, 0.501},         {OF(exp2), -1022, 1023, 0.501},
    {OF(log), 0, 1e300, 0.501},   {OF(log), 0.5, 2, 0.501},        {OF(log10), 0, 1e10, 0.501},
    {OF(log2), 0, 100, 0.501},    {OF(sinh), -700, 700, 0.501},    {OF(sinh), -1, 1, 0.501},
    {OF(cosh), -700, 700, 0.501}, {OF(tanh), -30, 30, 0.501},      {OF(tanh), -1, 1, 0.501},
    {OF(floor), -1e3, 1e3, 0.5},  {OF(ceil), -1e3, 1e3, 0.5},      {OF(trunc), -1e3, 1e3, 0.5},
    {OF(round), -1e3, 1e3, 0.5},  {OF(rint), -1e3, 1e3, 0.5},      {OF(fabs), -1e3, 1e3, 0.5},
};

static void near_the_exact_value(void **unused)
{
    (void)unused;
    for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++) {
        const struct function *function = &functions[f];
        double worst = 0, at = 0;
        for (unsigned turn = 0; turn < 100000; turn++) {
            double x = random_between(function->low, function->high);
            double error = ulps(function->ours(x), function->host(x));
            if (error > worst) {
                worst = error;
                at = x;
            }
        }
        if (worst > function->most_ulps)
            fail_msg("%s: %g ulps at %a, of %g to %g\n", function->name, worst, at, function->low,
                     function->high);
    }
}

/* Besides rounding, an angle has an error in proportion to that of the x87's pi of 66 bits. */
static void angles(void **unused)
{
    static const struct {
        struct function function;
        long double (*slope)(long double);
    } all[] = {{{OF(sin), 0, 0, 0}, cosl}, {{OF(cos), 0, 0, 0}, sinl}, {{OF(tan), 0, 0, 0}, NULL}};

    (void)unused;
    for (unsigned f = 0; f < 3; f++)
        for (unsigned turn = 0; turn < 100000; turn++) {
            double x = turn % 2 ? random_between(-4, 4) : random_between(-1e5, 1e5);
            double got = all[f].function.ours(x);
            long double exact = all[f].function.host(x);
            long double slope = all[f].slope ? all[f].slope(x) : 1 + exact * exact;
            long double off = fabsl(x * slope) * 0x1p-66L;
            int exponent;
            frexpl(exact, &exponent);
            if (fabsl(got - exact) > ldexpl(0.501L, exponent - DBL_MANT_DIG) + off)
                fail_msg("%s(%a): %a", all[f].function.name, x, got);
        }
    assert_true(isnan(lib_sin(0x1p63)) && isnan(lib_cos(-0x1p63)) && isnan(lib_tan(HUGE_VAL)));
}

static void powers(void **unused)
{
    double worst = 0;

    (void)unused;
    for (unsigned turn = 0; turn < 200000; turn++) {
        double x = lib_fabs(turn % 2 ? random_double() : random_between(0, 10));
        double y = turn % 3 ? random_between(-400, 400) : random_between(-2, 2);
        double error = ulps(lib_pow(x, y), powl(x, y));
        if (error > worst)
            worst = error;
    }
    if (worst > 1)
        fail_msg("pow: %g ulps", worst);
    assert_true(worst > 0);
    for (int x = -20; x <= 20; x++)
        for (int y = 0; y <= 12; y++) { /* all below 2^53, so exact */
            double product = 1;
            for (int i = 0; i < y; i++)
                product *= x;
            assert_true(lib_pow(x, y) == product);
        }
}

/* Functions of two arguments that are exact by definition, or that the x87 and the host's libm
 * compute with different instructions. */
static void of_two(void **unused)
{
    (void)unused;
    for (unsigned turn = 0; turn < 100000; turn++) {
        double x = random_double(), y = random_double();
        assert_true(ulps(lib_fmod(x, y), fmodl(x, y)) <= 0.5);
        assert_true(ulps(lib_atan2(y, x), atan2l(y, x)) <= 0.501);
        assert_true(lib_fmin(x, y) == (x < y ? x : y) && lib_fmax(x, y) == (x > y ? x : y));
        assert_true(lib_copysign(x, y) == copysignl(x, y));
        x = random_between(-1e10, 1e10);
        y = random_between(-1e3, 1e3);
        assert_true(ulps(lib_hypot(x, y), hypotl(x, y)) <= 0.501);
        assert_true(ulps(lib_fmod(x, y), fmodl(x, y)) <= 0.5);
    }
}

static void parts(void **unused)
{
    (void)unused;
    for (unsigned turn = 0; turn < 100000; turn++) {
        double x = turn % 2 ? random_double() : random_between(-1e6, 1e6), whole;
        int ours, theirs;
        long double fraction = frexpl(x, &theirs), host_whole;
        assert_true(lib_frexp(x, &ours) == (double)fraction && ours == theirs);
        assert_true(lib_ldexp((double)fraction, ours) == x);
        fraction = modfl(x, &host_whole);
        assert_true(lib_modf(x, &whole) == (double)fraction && whole == (double)host_whole);
    }
    assert_true(lib_ldexp(1, 100000) == HUGE_VAL && lib_ldexp(1, -100000) == 0);
    assert_true(lib_scalbn(0.75, 4) == 12);
}

static bool alike(double a, double b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0;
}

/* Zeros and infinities of either sign, NaN and whole numbers, whose results C11 (F.10)
 * specifies. */
static void special_values(void **unused)
{
    static const double values[] = {0.0,
                                    -0.0,
                                    1,
                                    -1,
                                    2,
                                    -2,
                                    3,
                                    -3,
                                    0.5,
                                    -0.5,
                                    1e300,
                                    -1e300,
                                    1e-300,
                                    HUGE_VAL,
                                    -HUGE_VAL,
                                    NAN,
                                    0.49999999999999994,
                                    2.5,
                                    4503599627370497.5,
                                    9007199254740993.,
                                    5e-324};
    unsigned count = sizeof values / sizeof *values;

    (void)unused;
    for (unsigned i = 0; i < count; i++) {
        double x = values[i];
        for (unsigned f = 0; f < sizeof functions / sizeof *functions; f++) {
            const struct function *function = &functions[f];
            double got = function->ours(x), expected = (double)function->host(x);
            if (!alike(got, expected) && ulps(got, function->host(x)) > 0.6)
                fail_msg("%s(%g): %a, not %a", function->name, x, got, expected);
            if (expected == 0)
                assert_int_equal(signbit(got), signbit(expected));
        }
        for (unsigned j = 0; j < count; j++) {
            double y = values[j];
#define CHECK2(name)                                                                               \
    if (!alike(lib_##name(x, y), (double)name##l(x, y)))                                           \
        fail_msg(#name "(%g, %g): %a, not %a", x, y, lib_##name(x, y), (double)name##l(x, y));
            CHECK2(pow)
            CHECK2(atan2)
            CHECK2(fmod)
            CHECK2(hypot)
        }
    }
}

static void single_precision(void **unused)
{
    (void)unused;
    for (unsigned turn = 0; turn < 1000; turn++) {
        float x = (float)random_between(0, 2), y = (float)random_between(-3, 3);
        assert_true(sqrtf(x) == (float)sqrtl(x) && sinf(y) == (float)sinl(y));
        assert_true(powf(x, y) == (float)powl(x, y) && expf(y) == (float)expl(y));
        assert_true(floorf(y) == (float)floorl(y) && fmodf(y, x) == (float)fmodl(y, x));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_the_exact_value),
        cmocka_unit_test(angles),
        cmocka_unit_test(powers),
        cmocka_unit_test(of_two),
        cmocka_unit_test(parts),
        cmocka_unit_test(special_values),
        cmocka_unit_test(single_precision),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
