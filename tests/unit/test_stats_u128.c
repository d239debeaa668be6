/*
 * SPDX-License-Identifier: MIT
 * Tests 128-bit arithmetic against the host compiler's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stats/u128.h"

typedef unsigned __int128 reference_t;

static uint64_t state = 0x9e3779b97f4a7c15;

/* xorshift64 (Marsaglia, 2003), truncated to a random width so that small numbers occur as well. */
static uint64_t random_value(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> (state * UINT64_C(0x2545f4914f6cdd1d) >> 58);
}

static struct u128 random_wide(void)
{
    uint64_t high = random_value() & 1 ? random_value() : 0;

    return (struct u128){high, random_value()};
}

static reference_t reference(struct u128 a)
{
    return (reference_t)a.high << 64 | a.low;
}

static void assert_wide(struct u128 got, reference_t expected)
{
    assert_int_equal(got.high, (uint64_t)(expected >> 64));
    assert_int_equal(got.low, (uint64_t)expected);
}

static void matches_the_compiler(void **unused)
{
    (void)unused;
    for (int i = 0; i < 100000; i++) {
        struct u128 a = random_wide(), b = random_wide();
        uint64_t c = random_value();
        unsigned shift = (unsigned)random_value() % 128;

        assert_wide(u128_add(a, b), reference(a) + reference(b));
        assert_wide(u128_subtract(a, b), reference(a) - reference(b));
        assert_int_equal(u128_less(a, b), reference(a) < reference(b));
        assert_wide(u128_shift_right(a, shift), reference(a) >> shift);
        assert_wide(u128_product(a.low, c), (reference_t)a.low * c);
        assert_wide(u128_multiply(a, c), reference(a) * c);
    }
}

static void divides(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        struct u128 a = random_wide();
        uint64_t divisor = random_value();
        unsigned bits = (128 - u128_width(a)) / 2;
        uint64_t rest;

        if (divisor == 0)
            continue;
        assert_wide(u128_divide(a, divisor, 0, &rest), reference(a) / divisor);
        assert_int_equal(rest, (uint64_t)(reference(a) % divisor));
        assert_wide(u128_divide(a, divisor, bits, NULL), (reference(a) << bits) / divisor);
    }
    /* an intermediate remainder of 65 bits: (2^128 - 1) / (2^64 - 1) = 2^64 + 1, exactly */
    uint64_t rest;
    assert_wide(u128_divide((struct u128){UINT64_MAX, UINT64_MAX}, UINT64_MAX, 0, &rest),
                ((reference_t)1 << 64) + 1);
    assert_int_equal(rest, 0);
}

/* root^2 <= a < (root + 1)^2 */
static void takes_square_roots(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        struct u128 a = random_wide();
        uint64_t root = u128_square_root(a);

        assert_true((reference_t)root * root <= reference(a));
        if (root < UINT64_MAX)
            assert_true((reference_t)(root + 1) * (root + 1) > reference(a));
    }
    assert_int_equal(u128_square_root((struct u128){0, 0}), 0);
    assert_int_equal(u128_square_root((struct u128){UINT64_MAX, UINT64_MAX}), UINT64_MAX);
    /* (2^64 - 1)^2 = 2^128 - 2^65 + 1, and one below it */
    assert_int_equal(u128_square_root((struct u128){UINT64_MAX - 1, 1}), UINT64_MAX);
    assert_int_equal(u128_square_root((struct u128){UINT64_MAX - 1, 0}), UINT64_MAX - 1);
}

static void measures_width(void **unused)
{
    (void)unused;
    assert_int_equal(u128_width((struct u128){0, 0}), 0);
    assert_int_equal(u128_width((struct u128){0, 1}), 1);
    assert_int_equal(u128_width((struct u128){0, UINT64_MAX}), 64);
    assert_int_equal(u128_width((struct u128){1, 0}), 65);
    assert_int_equal(u128_width((struct u128){UINT64_MAX, 0}), 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_the_compiler),
        cmocka_unit_test(divides),
        cmocka_unit_test(takes_square_roots),
        cmocka_unit_test(measures_width),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
