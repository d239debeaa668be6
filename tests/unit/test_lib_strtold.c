/*
 * SPDX-License-Identifier: MIT
 * Tests strtof, strtold and strtod of programs against the host's, which rounds correctly too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Accesses the host's errno, before lib_names.h renames it. */
static int host_errno(void)
{
    return errno;
}

static void clear_host_errno(void)
{
    errno = 0;
}

#include "lib_ctype.h"

#include "lib_names.h"
#include "kernel/lib/program/strtold.c"
#include "host_names.h"

int lib_errno;

/* Receives texts without 0x, which test_lib_numbers.c tests with the library's own function. */
double lib_strtod(const char *restrict text, char **restrict end)
{
    return strtod(text, end);
}

int lib_abs(int value)
{
    return value < 0 ? -value : value;
}

static void check_end(const char *text, const char *name, const char *end, const char *expected)
{
    if (end != expected)
        fail_msg("%s(\"%s\"): end %td, not %td", name, text, end - text, expected - text);
}

/* errno equals the host's except for subnormal numbers: the library sets ERANGE for each of
 * them. */
static void check_errno(const char *text, const char *name, int tiny)
{
    if (!tiny && lib_errno != host_errno())
        fail_msg("%s(\"%s\"): errno %d, not %d", name, text, lib_errno, host_errno());
}

static int nearly_0(long double value, long double least)
{
    return value != 0 && value <= least && value >= -least;
}

/*
 * glibc 2.36 ignores the digits after the last bit of a subnormal hexadecimal number:
 * strtod("0x282cee2be53c2.1p-1076") is rounded down, although the rest is more than a half. The
 * processor rounds the same number correctly in the conversion from long double, where it is
 * normal.
 */
static float host_strtof(const char *text, char **end)
{
    const float value = strtof(text, end);
    return strchr(text, 'x') && nearly_0(value, FLT_MIN) ? (float)strtold(text, NULL) : value;
}

static double host_strtod(const char *text, char **end)
{
    const double value = strtod(text, end);
    return strchr(text, 'x') && nearly_0(value, DBL_MIN) ? (double)strtold(text, NULL) : value;
}

static void check(const char *text)
{
    char *end, *expected_end;
    float f, expected_f;
    double d, expected_d;
    long double l, expected_l;

    clear_host_errno();
    lib_errno = 0;
    expected_f = host_strtof(text, &expected_end);
    f = lib_strtof(text, &end);
    if (memcmp(&f, &expected_f, sizeof f) != 0)
        fail_msg("strtof(\"%s\"): %a, not %a", text, f, expected_f);
    check_end(text, "strtof", end, expected_end);
    check_errno(text, "strtof", nearly_0(expected_f, FLT_MIN));

    clear_host_errno();
    lib_errno = 0;
    expected_d = host_strtod(text, &expected_end);
    d = program_strtod(text, &end);
    if (memcmp(&d, &expected_d, sizeof d) != 0)
        fail_msg("strtod(\"%s\"): %a, not %a", text, d, expected_d);
    check_end(text, "strtod", end, expected_end);

    clear_host_errno();
    lib_errno = 0;
    expected_l = strtold(text, &expected_end);
    l = lib_strtold(text, &end);
    if (memcmp(&l, &expected_l, 10) != 0)
        fail_msg("strtold(\"%s\"): %La, not %La", text, l, expected_l);
    check_end(text, "strtold", end, expected_end);
    check_errno(text, "strtold", nearly_0(expected_l, LDBL_MIN));
}

static void texts(void **unused)
{
    static const char *const all[] = {
        "",
        "-",
        ".",
        "0",
        "-0",
        "+0.0e5",
        "1",
        " \t\n-2.5x",
        "1e",
        "1e+",
        "1.e2",
        ".5",
        "5.",
        "1e5",
        "3.4028234663852886e38",
        "3.4028235677973366e38",
        "3.4028235677973365e38",
        "3.5e38",
        "1.1754943508222875e-38",
        "1.1754942807573643e-38",
        "1.1754943157898259e-38",
        "1e-45",
        "7.006492321624085e-46",
        "7.0064923216240853e-46",
        "7.0064923216240854e-46",
        "1e-46",
        "1.000000059604644775390625",
        "1.0000000596046447753906250001",
        "1.0000000596046447753906249999",
        "1.000000178813934326171875",
        "16777217",
        "16777219",
        "1e308",
        "1.8e308",
        "1.18973149535723176502e4932",
        "1.18973149535723176508e4932",
        "1.1897314953572317651e4932",
        "1e4933",
        "1e4940",
        "3.6e-4951",
        "1.9e-4951",
        "1.8e-4951",
        "1e-4951",
        "1e-4960",
        "3.3621031431120935063e-4932",
        "3.3621031431120935e-4932",
        "1e99999999999",
        "-1e-99999999999",
        "18446744073709551615",
        "18446744073709551616",
        "18446744073709551617",
        "36893488147419103231",
        "36893488147419103233",
        "36893488147419103235",
        "0.1",
        "0.3333333333333333333333333333333333333",
        "inf",
        "-InF",
        "infinity",
        "infinit",
        "nan",
        "-NAN",
        "nan(",
        "nan()",
        "nan(12_a)",
        "nan(1-2)",
        "NaN(x)y",
        "0x",
        "0x.",
        "0xg",
        "0x1",
        "0X1.8p1",
        "0x.8",
        "0x8.",
        "-0x1p",
        "0x1p+",
        "0x1p-5q",
        "0x0p9",
        "0x0.0000000000000000000000000000001",
        "0x1.fffffep127",
        "0x1.ffffffp127",
        "0x1.fffffefffffffffffffp127",
        "0x1p128",
        "0x1p-126",
        "0x1p-149",
        "0x1p-150",
        "0x1.8p-149",
        "0x1.000001p0",
        "0x1.0000010000000000000000001",
        "0x1.000003p0",
        "0x1.fffffffffffff7p1023",
        "0x1.fffffffffffff8p1023",
        "0x1p-1074",
        "0x1p-1075",
        "0x1.00000000000001p-1075",
        "0x1.00000000000008p0",
        "0x1.00000000000018p0",
        "0x1.ffffffffffffffffp16383",
        "0x1.fffffffffffffffep16383",
        "0x1p-16445",
        "0x1p-16446",
        "0x1.8p-16446",
        "0x1.8p-16445",
        "0xffffffffffffffff",
        "0xffffffffffffffff8",
        "0xffffffffffffffff7",
        "0x10000000000000000000000008p-3",
        "0x123456789abcdef0123456789",
        "0x1p99999999999",
        "0x1p-99999999999",
    };

    (void)unused;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        check(all[i]);
    /* Above the middle of 0 and 2^-149, so it rounds up; the host (glibc 2.36) returns 0. */
    assert_true(lib_strtof("0x1.000001p-150", NULL) == 0x1p-149f);
}

static uint64_t next_random(void)
{
    static uint64_t state = 88172645463325252u; /* Marsaglia, Xorshift RNGs (2003) */

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void random_decimals(void **unused)
{
    char text[80];

    (void)unused;
    for (unsigned turn = 0; turn < 20000; turn++) {
        int most = turn % 4 == 0 ? 4960 : turn % 4 == 1 ? 320 : 50;
        unsigned long long before = next_random(), after;
        int length;

        before >>= next_random() % 64;
        after = next_random();
        length = snprintf(text, sizeof text, "%s%llu.%llu", turn & 1 ? "-" : "", before, after);

        snprintf(text + length, sizeof text - (size_t)length, "e%d",
                 (int)(next_random() % (unsigned)(2 * most)) - most);
        check(text);
    }
}

/* The middle between two floats, which is a double, and the same with one added to or taken from
 * the last digit. */
static void random_middles(void **unused)
{
    char text[400];

    (void)unused;
    for (unsigned turn = 0; turn < 5000; turn++) {
        uint32_t bits = (uint32_t)next_random() & 0x7FFFFFFF;
        float low, high;
        size_t length;

        memcpy(&low, &bits, sizeof low);
        bits++;
        memcpy(&high, &bits, sizeof high);
        if (bits >= 0x7F800000)
            continue;
        length = (size_t)snprintf(text, sizeof text, "%.200e", ((double)low + (double)high) / 2);
        check(text);
        *strchr(text, 'e') = '1'; /* a 1 at the 201st decimal, instead of the exponent */
        check(text);
        assert_true(length < sizeof text);
    }
}

static void random_hexadecimals(void **unused)
{
    char text[120];

    (void)unused;
    for (unsigned turn = 0; turn < 20000; turn++) {
        int most = turn % 4 == 0 ? 16500 : turn % 4 == 1 ? 1100 : 160;
        unsigned long long digits[3], exponent;

        /* Sequential calls, because the order in which arguments are evaluated is unspecified. */
        for (unsigned i = 0; i < 3; i++) {
            digits[i] = next_random();
            digits[i] >>= next_random() % 64;
        }
        if (next_random() % 3)
            digits[2] = 0;
        exponent = next_random() % (unsigned)(2 * most);
        snprintf(text, sizeof text, "0x%llx.%llx%llxp%d", digits[0], digits[1], digits[2],
                 (int)exponent - most);
        check(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(random_decimals),
        cmocka_unit_test(random_middles),
        cmocka_unit_test(random_hexadecimals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
