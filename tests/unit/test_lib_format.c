/*
 * SPDX-License-Identifier: MIT
 * Tests the formatter against the host's snprintf, over combinations of flags, widths, precisions,
 * lengths and values. Cases that the host leaves open have expected texts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/lib/format.h"

#define TEXT_SIZE 256

#define FIRST(first, ...) first

/* Formats the same directive and arguments into a large buffer and into one that is too small. */
#define CHECK(...)                                                                                 \
    do {                                                                                           \
        char got[TEXT_SIZE], expected[TEXT_SIZE];                                                  \
        int length = snprintf(expected, sizeof expected, __VA_ARGS__);                             \
                                                                                                   \
        int got_length = format(got, sizeof got, __VA_ARGS__);                                     \
        if (strcmp(got, expected) != 0)                                                            \
            fail_msg("%s: \"%s\", not \"%s\"", FIRST(__VA_ARGS__, ), got, expected);               \
        assert_int_equal(got_length, length);                                                      \
        memset(got, '#', sizeof got);                                                              \
        memset(expected, '#', sizeof expected);                                                    \
        assert_int_equal(format(got, 4, __VA_ARGS__), snprintf(expected, 4, __VA_ARGS__));         \
        assert_memory_equal(got, expected, sizeof got);                                            \
        assert_int_equal(format(NULL, 0, __VA_ARGS__), length);                                    \
    } while (0)

/* The tests need directives built at run time, truncated texts and absurd widths. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wformat-overflow"
#pragma GCC diagnostic ignored "-Wformat"

static const char *const widths[] = {"", "1", "5", "23"};
static const char *const precisions[] = {"", ".", ".0", ".1", ".4", ".24"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Builds "[%" flags width precision length conversion "]" for every width and precision. */
static void each_directive(const char *flags, const char *length, char conversion,
                           void (*check)(const char *fmt))
{
    char fmt[32];

    for (size_t w = 0; w < COUNT(widths); w++)
        for (size_t p = 0; p < COUNT(precisions); p++) {
            snprintf(fmt, sizeof fmt, "[%%%s%s%s%s%c]", flags, widths[w], precisions[p], length,
                     conversion);
            check(fmt);
        }
}

static const long long values[] = {
    0,          1,           -1,           9,         10,        -10,
    255,        4096,        1234567,      INT_MAX,   INT_MIN,   UINT_MAX,
    4294967296, -4294967297, 999999999999, LLONG_MAX, LLONG_MIN,
};

static void check_int(const char *fmt)
{
    for (size_t i = 0; i < COUNT(values); i++)
        CHECK(fmt, (int)values[i]);
}

static void check_long(const char *fmt)
{
    for (size_t i = 0; i < COUNT(values); i++)
        CHECK(fmt, (long)values[i]);
}

static void check_long_long(const char *fmt)
{
    for (size_t i = 0; i < COUNT(values); i++)
        CHECK(fmt, values[i]);
}

static void check_size(const char *fmt)
{
    for (size_t i = 0; i < COUNT(values); i++)
        CHECK(fmt, (size_t)values[i]);
}

static void formats_numbers(void **unused)
{
    static const char *const flags[] = {"", "-", "0", "-0"};

    (void)unused;
    for (const char *conversion = "diuxXo"; *conversion != '\0'; conversion++)
        for (size_t f = 0; f < COUNT(flags); f++) {
            each_directive(flags[f], "", *conversion, check_int);
            each_directive(flags[f], "l", *conversion, check_long);
            each_directive(flags[f], "ll", *conversion, check_long_long);
            each_directive(flags[f], "z", *conversion, check_size);
        }
}

static void formats_signs(void **unused)
{
    static const char *const flags[] = {"+", "+-", "+0"};

    (void)unused;
    for (size_t f = 0; f < COUNT(flags); f++) {
        each_directive(flags[f], "", 'd', check_int);
        each_directive(flags[f], "ll", 'd', check_long_long);
    }
}

static void check_text(const char *fmt)
{
    CHECK(fmt, "");
    CHECK(fmt, "a");
    CHECK(fmt, "Data Read");
    CHECK(fmt, "a text that is longer than any width");
}

static void formats_text(void **unused)
{
    (void)unused;
    each_directive("", "", 's', check_text);
    each_directive("-", "", 's', check_text);
    CHECK("%c%c", 'x', 'y');
    CHECK("[%3c|%-3c]", 'x', 'y');
    CHECK("%s", "");
    CHECK("100 %%");
    CHECK("%s %d of %u: %-8s|%8lld|%08lx", "pass", -3, 20u, "crc", 12LL, 0xbeefUL);
}

static void takes_widths_from_arguments(void **unused)
{
    (void)unused;
    for (int width = -12; width <= 12; width++) {
        CHECK("[%*d]", width, 42);
        CHECK("[%-*d]", width, 42);
        CHECK("[%*s]", width, "text");
        CHECK("[%.*s]", width, "text");
        CHECK("[%.*d]", width, 42);
        CHECK("[%*.*u]", width, width / 2, 42u);
    }
}

/* A precision limits the read: the array has no terminator, so AddressSanitizer finds a longer
 * one. */
static void reads_no_further_than_the_precision(void **unused)
{
    const char text[3] = {'a', 'b', 'c'};
    char got[8];

    (void)unused;
    assert_int_equal(format(got, sizeof got, "%.3s", text), 3);
    assert_string_equal(got, "abc");
}

static void formats_what_c_leaves_open(void **unused)
{
    const char *null = NULL;
    char got[32];

    (void)unused;
    format(got, sizeof got, "%s|%.3s", null, null);
    assert_string_equal(got, "(null)|(nu");
    format(got, sizeof got, "%p|%8p", (void *)(uintptr_t)0xb8000, (void *)(uintptr_t)0x10);
    assert_string_equal(got, "0xb8000|    0x10");
}

/* volatile hides these invalid formats from the compiler's own check. */
static const char *volatile odd;

static void copies_what_it_cannot_read(void **unused)
{
    char got[32];

    (void)unused;
    odd = "%d %q %s";
    assert_int_equal(format(got, sizeof got, odd, 5), 7);
    assert_string_equal(got, "5 %q %s");
    odd = "50 %";
    format(got, sizeof got, odd, 0);
    assert_string_equal(got, "50 %");
    odd = "%-05.3l";
    format(got, sizeof got, odd, 0);
    assert_string_equal(got, "%-05.3l");
}

static void limits_the_width(void **unused)
{
    (void)unused;
    assert_int_equal(format(NULL, 0, "%*d", INT_MAX, 1), FORMAT_WIDTH_MAX);
    assert_int_equal(format(NULL, 0, "%*d", INT_MIN, 1), FORMAT_WIDTH_MAX);
    assert_int_equal(format(NULL, 0, "%.*d", INT_MAX, 1), FORMAT_WIDTH_MAX);
    odd = "%99999999999999999999d";
    assert_int_equal(format(NULL, 0, odd, 1), FORMAT_WIDTH_MAX);
}

static uint32_t random_below(uint32_t limit)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % limit;
}

/* Builds "[%" flags width .precision length conversion "]"; chance decides which parts it has. */
static void random_directive(char *fmt, const char *length, char conversion)
{
    size_t at = (size_t)sprintf(fmt, "[%%");

    for (const char *flag = "-+ 0#"; *flag != '\0'; flag++)
        if (random_below(4) == 0)
            fmt[at++] = *flag;
    if (random_below(2) == 0)
        at += (size_t)sprintf(fmt + at, "%u", 1 + random_below(30));
    if (random_below(2) == 0)
        at += (size_t)sprintf(fmt + at, ".%.*s", (int)random_below(3), "27" + random_below(2));
    sprintf(fmt + at, "%s%c]", length, conversion);
}

static uint64_t random_value(void)
{
    uint64_t bits = (uint64_t)random_below(1u << 31) << 33 ^ (uint64_t)random_below(1u << 31) << 11;

    return bits >> random_below(64);
}

static void random_integers(void **unused)
{
    static const char conversions[] = "diuoxX";
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "j", "t", "z"};
    char fmt[32];

    (void)unused;
    for (unsigned turn = 0; turn < 40000; turn++) {
        unsigned which = random_below(8);
        uint64_t value = random_below(10) ? random_value() : 0;

        random_directive(fmt, lengths[which], conversions[random_below(6)]);
        if (which < 3)
            CHECK(fmt, (int)value);
        else
            CHECK(fmt, (long long)value); /* all of these types have 64 bits here */
    }
}

static void random_doubles(void **unused)
{
    static const char conversions[] = "eEfFgG";
    static const double edges[] = {0., 1., 9.5, 99.5, 0.5, 1e15, 123456., 999999.5, 0.0001, 1e-5};
    char fmt[32];

    (void)unused;
    for (unsigned turn = 0; turn < 40000; turn++) {
        unsigned kind = random_below(6);
        uint64_t bits = random_value();
        double value;

        random_directive(fmt, "", conversions[random_below(6)]);
        if (strchr(fmt, '#') && strpbrk(fmt, "gG"))
            kind = 5; /* glibc 2.36 omits the zeros of %#g where 9s round up to 10 */
        memcpy(&value, &bits, sizeof value);
        if (kind == 0)
            value = edges[random_below(10)];
        else if (kind == 1)
            value = (double)bits / 1000;
        else if (kind == 2)
            value = (double)random_below(20000) / 16 - 500;
        if (value < 1e150 && value > -1e150) /* so that %f fits in TEXT_SIZE */
            CHECK(fmt, value);
    }
}

static void formats_infinity_and_nan(void **unused)
{
    char fmt[32];

    (void)unused;
    for (const char *conversion = "eEfFgG"; *conversion != '\0'; conversion++)
        for (unsigned turn = 0; turn < 200; turn++) {
            random_directive(fmt, "", *conversion);
            CHECK(fmt, (double)INFINITY);
            CHECK(fmt, -(double)INFINITY);
            CHECK(fmt, (double)NAN);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_numbers),
        cmocka_unit_test(formats_signs),
        cmocka_unit_test(formats_text),
        cmocka_unit_test(takes_widths_from_arguments),
        cmocka_unit_test(reads_no_further_than_the_precision),
        cmocka_unit_test(formats_what_c_leaves_open),
        cmocka_unit_test(copies_what_it_cannot_read),
        cmocka_unit_test(limits_the_width),
        cmocka_unit_test(random_integers),
        cmocka_unit_test(random_doubles),
        cmocka_unit_test(formats_infinity_and_nan),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
