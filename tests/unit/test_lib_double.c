/*
 * SPDX-License-Identifier: MIT
 * Tests digits of doubles against the host's printf, which C11 and IEEE 754 require to be exact.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/lib/double.h"
#include "kernel/lib/format.h"

#define ROOM 8192

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void check(const char *fmt, double value)
{
    static char ours[ROOM], theirs[ROOM];
    int length = format(ours, sizeof ours, fmt, value);
    assert_int_equal(snprintf(theirs, sizeof theirs, fmt, value), length);
    assert_string_equal(ours, theirs);
}

/* Ties, carries through 9s and the ends of the range. */
static void edges(void **unused)
{
    static const double values[] = {0.0,
                                    -0.0,
                                    0.5,
                                    1.5,
                                    2.5,
                                    0.25,
                                    0.125,
                                    0.375,
                                    9.5,
                                    99.995,
                                    999.9996,
                                    0.0000005,
                                    4294967295.,
                                    4294967296.,
                                    1e22,
                                    1e23,
                                    DBL_MAX,
                                    DBL_MIN,
                                    5e-324,
                                    -123.456,
                                    (double)(1ull << 40) - 1,
                                    1099511627775.5};
    static const char *const formats[] = {"%f",  "%.0f",    "%.1f",  "%.2f",  "%12.3f", "%-12.3f|",
                                          "%+f", "%012.1f", "%.60f", "%3.0f", "%+08.2f"};
    (void)unused;
    for (size_t v = 0; v < sizeof values / sizeof values[0]; v++)
        for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++)
            check(formats[f], values[v]);
}

static void not_numbers(void **unused)
{
    (void)unused;
    check("%f", INFINITY);
    check("%f", -INFINITY);
    check("%06f", INFINITY);
    check("%f", (double)NAN);
    check("%8f", -(double)NAN); /* the processor's result of 0 / 0 */
}

static void any_bits(void **unused)
{
    (void)unused;
    srand48(1997);
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t bits = (uint64_t)mrand48() << 32 | (uint32_t)mrand48();
        double value;
        memcpy(&value, &bits, sizeof value);
        check("%f", value);
        check("%.15f", drand48());
        check("%.3f", (double)(lrand48() % 2000001 - 1000000) / 2000); /* many ties */
    }
}

/* As documented, the 60th decimal is rounded and further ones are 0. */
static void more_decimals_than_there_are(void **unused)
{
    char text[ROOM];
    (void)unused;
    assert_int_equal(format(text, sizeof text, "%.100f", 0.75), 102);
    assert_int_equal(strspn(text + 4, "0"), 98);
    assert_int_equal(strlen(text), 102);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges),
        cmocka_unit_test(not_numbers),
        cmocka_unit_test(any_bits),
        cmocka_unit_test(more_decimals_than_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
