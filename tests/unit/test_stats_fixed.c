/*
 * SPDX-License-Identifier: MIT
 * Tests fixed-point arithmetic against exact 128-bit integers, and its text against the host's
 * printf, which rounds the exact value to nearest, ties to even, as fixed_format promises.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "stats/fixed.h"

static uint64_t state = 88172645463325252;

/* xorshift64 (Marsaglia, 2003), truncated to a random width. */
static int64_t random_value(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int64_t)state >> (state * UINT64_C(0x2545f4914f6cdd1d) >> 58);
}

static fixed_t clamp(__int128 value)
{
    return value > FIXED_MAX ? FIXED_MAX : value < FIXED_MIN ? FIXED_MIN : (fixed_t)value;
}

/* numerator / denominator to nearest, ties to even; denominator above 0 */
static __int128 divide_to_nearest(__int128 numerator, __int128 denominator)
{
    __int128 below = numerator / denominator, rest = numerator % denominator;

    if (rest < 0) {
        below--;
        rest += denominator;
    }
    return below + (2 * rest > denominator || (2 * rest == denominator && (below & 1)));
}

static void converts_integers(void **unused)
{
    const int64_t largest = (INT64_C(1) << 43) - 1;

    (void)unused;
    assert_int_equal(fixed_from_int(0), 0);
    assert_int_equal(fixed_from_int(-3), -3 * FIXED_ONE);
    assert_int_equal(fixed_from_int(largest), largest * FIXED_ONE);
    assert_int_equal(fixed_from_int(-largest), -largest * FIXED_ONE);
    assert_int_equal(fixed_from_int(largest + 1), FIXED_MAX);
    assert_int_equal(fixed_from_int(-largest - 1), FIXED_MIN);
    assert_int_equal(fixed_from_int(INT64_MIN), FIXED_MIN);
}

static void rounds_to_integers(void **unused)
{
    (void)unused;
    assert_int_equal(fixed_to_int(FIXED_ONE / 2), 0);     /* 0.5, a tie: rounds to even */
    assert_int_equal(fixed_to_int(FIXED_ONE / 2 + 1), 1); /* just above */
    assert_int_equal(fixed_to_int(3 * FIXED_ONE / 2), 2); /* 1.5 */
    assert_int_equal(fixed_to_int(5 * FIXED_ONE / 2), 2); /* 2.5 */
    assert_int_equal(fixed_to_int(-3 * FIXED_ONE / 2), -2);
    assert_int_equal(fixed_to_int(-FIXED_ONE / 2), 0);
    assert_int_equal(fixed_to_int(FIXED_MAX), INT64_C(1) << 43);
    assert_int_equal(fixed_to_int(FIXED_MIN), -(INT64_C(1) << 43));
}

static void multiplies_and_divides(void **unused)
{
    (void)unused;
    for (int i = 0; i < 50000; i++) {
        fixed_t a = random_value(), b = random_value(), c = random_value();
        __int128 product = (__int128)a * b;

        assert_int_equal(fixed_multiply(a, b), clamp(divide_to_nearest(product, FIXED_ONE)));
        if (c == 0)
            continue;
        assert_int_equal(
            fixed_multiply_divide(a, b, c),
            clamp(divide_to_nearest(c < 0 ? -product : product, c < 0 ? -(__int128)c : c)));
        assert_int_equal(fixed_divide(a, c), fixed_multiply_divide(a, FIXED_ONE, c));
    }
}

static void breaks_ties_to_even(void **unused)
{
    (void)unused;
    assert_int_equal(fixed_multiply_divide(1, 1, 2), 0);
    assert_int_equal(fixed_multiply_divide(3, 1, 2), 2);
    assert_int_equal(fixed_multiply_divide(-5, 1, 2), -2);
    assert_int_equal(fixed_multiply_divide(7, 1, -2), -4);
}

static void saturates(void **unused)
{
    (void)unused;
    assert_int_equal(fixed_multiply(FIXED_MAX, 2 * FIXED_ONE), FIXED_MAX);
    assert_int_equal(fixed_multiply(FIXED_MAX, -2 * FIXED_ONE), FIXED_MIN);
    assert_int_equal(fixed_multiply(INT64_MIN, INT64_MIN), FIXED_MAX);
    assert_int_equal(fixed_multiply(INT64_MIN, FIXED_ONE), FIXED_MIN);
    assert_int_equal(fixed_multiply_divide(FIXED_MAX, FIXED_MAX, FIXED_MAX), FIXED_MAX);
    assert_int_equal(fixed_divide(FIXED_ONE, 0), FIXED_MAX);
    assert_int_equal(fixed_divide(-FIXED_ONE, 0), FIXED_MIN);
    assert_int_equal(fixed_divide(0, 0), 0);
}

/*
 * Figure 4.4: 2.2993 of 201903.0 is 0.00113881 %. The quotient alone is 12 units of 2^-20, which
 * times 100 would print as 0.001144; rounded once it is 241099100 / 201903 = 1194.1, 1194 units.
 */
static void keeps_the_digits_of_a_percentage(void **unused)
{
    fixed_t half_width = 2410991; /* 2.2993 * 2^20 = 2410990.8 */
    fixed_t mean = 201903 * FIXED_ONE;
    char text[32];

    (void)unused;
    fixed_format(text, sizeof text, fixed_multiply_divide(half_width, 100 * FIXED_ONE, mean), 6);
    assert_string_equal(text, "0.001139");
}

static void formats_known_values(void **unused)
{
    static const struct {
        fixed_t value;
        unsigned decimals;
        const char *text;
    } cases[] = {
        {100 * FIXED_ONE, 1, "100.0"},
        {-FIXED_ONE / 2, 1, "-0.5"},
        {0, 3, "0.000"},
        {0, 0, "0"},
        {-1, 1, "0.0"}, /* -2^-20 */
        {-1, 0, "0"},
        {FIXED_ONE / 2, 0, "0"}, /* ties: 0.5, 1.5, 2.5 */
        {3 * FIXED_ONE / 2, 0, "2"},
        {5 * FIXED_ONE / 2, 0, "2"},
        {FIXED_ONE / 4, 1, "0.2"}, /* 0.25 and 0.75 */
        {3 * FIXED_ONE / 4, 1, "0.8"},
        {FIXED_ONE - 1, 3, "1.000"}, /* 0.99999905: the carry crosses the point */
        {10 * FIXED_ONE - 1, 0, "10"},
        {-(100 * FIXED_ONE - 1), 2, "-100.00"},
        {1, 20, "0.00000095367431640625"}, /* 2^-20, exactly */
        {1, 99, "0.00000095367431640625"},
        {FIXED_MAX, 0, "8796093022208"}, /* 2^43 - 2^-20 */
        {FIXED_MIN, 20, "-8796093022207.99999904632568359375"},
        {INT64_MIN, 1, "-8796093022208.0"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        int length = fixed_format(text, sizeof text, cases[i].value, cases[i].decimals);

        assert_string_equal(text, cases[i].text);
        assert_int_equal(length, strlen(text));
    }
}

static void formats_as_printf_does(void **unused)
{
    (void)unused;
    for (int i = 0; i < 50000; i++) {
        fixed_t value = random_value();
        int decimals = (int)(state % 21);
        char got[64], expected[64];

        fixed_format(got, sizeof got, value, (unsigned)decimals);
        snprintf(expected, sizeof expected, "%.*Lf", decimals, (long double)value / FIXED_ONE);
        /* printf keeps the sign of a value that rounds to zero; fixed_format does not */
        if (expected[0] == '-' && strspn(expected + 1, "0.") == strlen(expected + 1))
            memmove(expected, expected + 1, strlen(expected));
        assert_string_equal(got, expected);
    }
}

static void formats_into_small_buffers(void **unused)
{
    const fixed_t value = -12 * FIXED_ONE - FIXED_ONE / 2;

    (void)unused;
    assert_int_equal(fixed_format(NULL, 0, value, 2), 6);
    for (size_t size = 1; size <= 8; size++) {
        char text[9] = "########";
        char expected[9] = "########";

        snprintf(expected, size, "-12.50");
        assert_int_equal(fixed_format(text, size, value, 2), 6);
        assert_memory_equal(text, expected, sizeof text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converts_integers),
        cmocka_unit_test(rounds_to_integers),
        cmocka_unit_test(multiplies_and_divides),
        cmocka_unit_test(breaks_ties_to_even),
        cmocka_unit_test(saturates),
        cmocka_unit_test(keeps_the_digits_of_a_percentage),
        cmocka_unit_test(formats_known_values),
        cmocka_unit_test(formats_as_printf_does),
        cmocka_unit_test(formats_into_small_buffers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
