/*
 * SPDX-License-Identifier: MIT
 * Tests bit counting against loops over single bits. The library is compiled into this file under
 * other names, since a compiler's library may have the same functions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define __popcountsi2 lib_popcountsi2
#define __popcountdi2 lib_popcountdi2
#define __ctzdi2      lib_ctzdi2
#define __ffsdi2      lib_ffsdi2
#define __clrsbsi2    lib_clrsbsi2
#define __clrsbdi2    lib_clrsbdi2
#include "kernel/lib/bits.c"

/* The number of bits below the highest one that equal it, for a value of `bits` bits. */
static int like_the_sign(uint64_t value, int bits)
{
    int same = 0;

    while (same < bits - 1 && (value >> (bits - 2 - same) & 1) == (value >> (bits - 1) & 1))
        same++;
    return same;
}

static void check(uint64_t value)
{
    int ones = 0, low_ones = 0, lowest = -1;

    for (int place = 0; place < 64; place++)
        if (value >> place & 1) {
            ones++;
            low_ones += place < 32;
            if (lowest < 0)
                lowest = place;
        }
    assert_int_equal(lib_popcountdi2(value), ones);
    assert_int_equal(lib_popcountsi2((uint32_t)value), low_ones);
    if (lowest >= 0)
        assert_int_equal(lib_ctzdi2(value), lowest);
    assert_int_equal(lib_ffsdi2(value), lowest + 1);
    assert_int_equal(lib_clrsbdi2((int64_t)value), like_the_sign(value, 64));
    assert_int_equal(lib_clrsbsi2((int32_t)value), like_the_sign((uint32_t)value, 32));
}

static void counts_bits(void **unused)
{
    (void)unused;
    check(0);
    check(UINT64_MAX);
    for (int high = 0; high < 64; high++)
        for (int low = 0; low <= high; low++) {
            check((uint64_t)1 << high | (uint64_t)1 << low);
            check(UINT64_MAX << low & UINT64_MAX >> (63 - high));
        }
    for (uint64_t i = 1; i <= 10000; i++)
        check(i * 0x9e3779b97f4a7c15); /* the bits of the golden ratio: Knuth, volume 3, 6.4 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_bits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
