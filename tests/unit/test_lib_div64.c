/*
 * SPDX-License-Identifier: MIT
 * Tests 64-bit division against the host processor's. The library is compiled into this file under
 * other names, since a compiler's library may have the same functions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define __udivdi3    lib_udivdi3
#define __umoddi3    lib_umoddi3
#define __divdi3     lib_divdi3
#define __moddi3     lib_moddi3
#define __udivmoddi4 lib_udivmoddi4
#define __divmoddi4  lib_divmoddi4
#include "kernel/lib/div64.c"

static uint64_t state = 362436069362436069;

static uint64_t random_bits(void) /* xorshift64 (Marsaglia, 2003) */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* A random value of any width from 1 to 64 bits. */
static uint64_t random_value(void)
{
    uint64_t value = random_bits();

    return value >> random_bits() % 64;
}

static void check_unsigned(uint64_t a, uint64_t b)
{
    uint64_t remainder;

    assert_int_equal(lib_udivdi3(a, b), a / b);
    assert_int_equal(lib_umoddi3(a, b), a % b);
    assert_int_equal(lib_udivmoddi4(a, b, &remainder), a / b);
    assert_int_equal(remainder, a % b);
    assert_int_equal(lib_udivmoddi4(a, b, NULL), a / b);
}

static void check_signed(int64_t a, int64_t b)
{
    int64_t remainder;

    if (a == INT64_MIN && b == -1) {
        /* This overflows in C; the library wraps, as two's complement does. */
        assert_int_equal(lib_divdi3(a, b), INT64_MIN);
        assert_int_equal(lib_moddi3(a, b), 0);
        assert_int_equal(lib_divmoddi4(a, b, &remainder), INT64_MIN);
        assert_int_equal(remainder, 0);
        return;
    }
    assert_int_equal(lib_divdi3(a, b), a / b);
    assert_int_equal(lib_moddi3(a, b), a % b);
    assert_int_equal(lib_divmoddi4(a, b, &remainder), a / b);
    assert_int_equal(remainder, a % b);
}

static void check(uint64_t a, uint64_t b)
{
    if (b == 0)
        return;
    check_unsigned(a, b);
    check_signed((int64_t)a, (int64_t)b);
}

/* Values around every power of two, where a word fills up, combined with each other. */
static void divides_edges(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 64; i++)
        for (unsigned j = 0; j < 64; j++)
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++) {
                    uint64_t a = (UINT64_C(1) << i) + (uint64_t)(int64_t)di;
                    uint64_t b = (UINT64_C(1) << j) + (uint64_t)(int64_t)dj;

                    check(a, b);
                    check(-a, b);
                    check(a, -b);
                    check(-a, -b);
                }
}

/* An estimated quotient is most easily wrong for dividends next to a multiple of the divisor. */
static void divides_next_to_multiples(void **unused)
{
    (void)unused;
    for (int i = 0; i < 200000; i++) {
        uint64_t b = random_value() | 2; /* at least 2 */
        uint64_t multiple = b * (random_value() % (UINT64_MAX / b));

        check(multiple - 1, b);
        check(multiple, b);
        check(multiple + b - 1, b);
    }
}

static void divides_random_numbers(void **unused)
{
    (void)unused;
    for (int i = 0; i < 500000; i++)
        check(random_value(), random_value());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(divides_edges),
        cmocka_unit_test(divides_next_to_multiples),
        cmocka_unit_test(divides_random_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
