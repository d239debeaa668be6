/*
 * SPDX-License-Identifier: MIT
 * Tests whole numbers from text, qsort and bsearch against the host's. The library is
 * compiled into this file under other names, since the host has its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib_names.h"
#define random lib_random
#include "kernel/lib/numbers.c"
#include "kernel/lib/qsort.c"
#include "host_names.h"

static uint32_t random_below(uint32_t limit)
{
    return (uint32_t)lib_rand() % limit;
}

static void integers(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"0",   "12",  " \t\n\v\f\r-42x", "+7",          "--1",
                                        "",    "abc", "2147483647",      "-2147483648", "9 9",
                                        "+-3", "007"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(lib_atoi(texts[i]), atoi(texts[i]));
        assert_true(lib_atoll(texts[i]) == atoll(texts[i]));
    }
    assert_true(lib_atoll("9223372036854775807") == LLONG_MAX);
    assert_true(lib_atoll("-9223372036854775808") == LLONG_MIN);
}

static void magnitudes(void **unused)
{
    (void)unused;
    assert_int_equal(lib_abs(-5), 5);
    assert_int_equal(lib_labs(5), 5);
    assert_true(lib_llabs(-5000000000ll) == 5000000000ll);
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

struct three {
    char key[3];
};

static int compare_threes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct three));
}

static void sorts(void **unused)
{
    (void)unused;
    lib_srand(3);
    for (size_t count = 0; count < 200; count++) {
        int ours[200], expected[200];
        struct three short_ours[200], short_expected[200];
        for (size_t i = 0; i < count; i++)
            expected[i] = ours[i] = (int)random_below(count % 3 ? 1u << 31 : 10) - 5;
        for (size_t i = 0; i < sizeof short_ours; i++)
            ((char *)short_ours)[i] = (char)random_below(3);
        memcpy(short_expected, short_ours, sizeof short_ours);
        lib_qsort(ours, count, sizeof *ours, compare_ints);
        qsort(expected, count, sizeof *expected, compare_ints);
        assert_memory_equal(ours, expected, count * sizeof *ours);
        lib_qsort(short_ours, count, sizeof *short_ours, compare_threes);
        qsort(short_expected, count, sizeof *short_ours, compare_threes);
        assert_memory_equal(short_ours, short_expected, sizeof short_ours);
    }
}

static const int *first, *last;

/* An inconsistent comparison; its arguments must be in the array nevertheless. */
static int compare_badly(const void *a, const void *b)
{
    assert_true((const int *)a >= first && (const int *)a <= last);
    assert_true((const int *)b >= first && (const int *)b <= last);
    return (int)random_below(3) - 1;
}

static int compare_always_less(const void *a, const void *b)
{
    (void)a;
    (void)b;
    return -1;
}

static void survives_bad_orders(void **unused)
{
    (void)unused;
    for (unsigned turn = 0; turn < 200; turn++) {
        int array[50];
        uint64_t seen = 0;
        first = array;
        last = array + 49;
        for (int i = 0; i < 50; i++)
            array[i] = i;
        lib_qsort(array, 50, sizeof *array, turn ? compare_badly : compare_always_less);
        for (int i = 0; i < 50; i++)
            seen |= 1ull << array[i];
        assert_true(seen == (1ull << 50) - 1);
    }
}

static void searches(void **unused)
{
    (void)unused;
    int array[64];
    for (int i = 0; i < 64; i++)
        array[i] = 2 * i;
    for (size_t count = 0; count <= 64; count++)
        for (int key = -1; key <= 2 * (int)count; key++) {
            int *found = lib_bsearch(&key, array, count, sizeof *array, compare_ints);
            bool there = key >= 0 && key % 2 == 0 && key / 2 < (int)count;
            assert_ptr_equal(found, there ? &array[key / 2] : NULL);
        }
}

/* By definition the first is 6364136223846793005 + 1442695040888963407 = 7806831264735756412. */
static void random_numbers(void **unused)
{
    (void)unused;
    lib_srand(1);
    unsigned __int128 state = 1;
    for (unsigned i = 0; i < 1000; i++) {
        state =
            (state * 6364136223846793005u + 1442695040888963407u) & ((unsigned __int128)UINT64_MAX);
        int got = lib_rand();
        assert_int_equal(got, (int)(state >> 33));
        assert_true(got >= 0);
    }
    lib_srand(1);
    assert_int_equal(lib_rand(), 7806831264735756412 >> 33);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers), cmocka_unit_test(magnitudes),
        cmocka_unit_test(sorts),    cmocka_unit_test(survives_bad_orders),
        cmocka_unit_test(searches), cmocka_unit_test(random_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
