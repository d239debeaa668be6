/*
 * SPDX-License-Identifier: MIT
 * Tests numbers from text, qsort, bsearch, div and ctype against the host's. The library is
 * compiled into this file under other names, since the host has its own.
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

#define HOST(name) int host_##name(int c) __asm__(#name);
HOST(isalnum)
HOST(isalpha)
HOST(isblank)
HOST(iscntrl)
HOST(isdigit)
HOST(isgraph)
HOST(islower)
HOST(isprint)
HOST(ispunct)
HOST(isspace)
HOST(isupper)
HOST(isxdigit)
HOST(tolower)
HOST(toupper)

#include "lib_ctype.h"

#include "lib_names.h"
#define random lib_random
#include "kernel/lib/errno.c"
#include "kernel/lib/numbers.c"
#include "kernel/lib/qsort.c"
#undef DIGITS_MAX
#include "kernel/lib/strtol.c"
#include "kernel/lib/strtod.c"
#include "host_names.h"

static uint32_t random_below(uint32_t limit)
{
    return (uint32_t)lib_rand() % limit;
}

static void classes_of_characters(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int (*ours)(int), (*host)(int);
    } classes[] = {
#define CLASS(name) {#name, name, host_##name}
        CLASS(isalnum), CLASS(isalpha), CLASS(isblank), CLASS(iscntrl),
        CLASS(isdigit), CLASS(isgraph), CLASS(islower), CLASS(isprint),
        CLASS(ispunct), CLASS(isspace), CLASS(isupper), CLASS(isxdigit)};
    for (int c = -1; c < 256; c++) {
        for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++)
            if (!classes[i].ours(c) != !classes[i].host(c))
                fail_msg("%s(%d)", classes[i].name, c);
        assert_int_equal(tolower(c), host_tolower(c));
        assert_int_equal(toupper(c), host_toupper(c));
    }
}

/* long has 64 bits here and 32 on the target; long long has 64 on both. */
#define CHECK_INTEGER(function, text, base)                                                        \
    do {                                                                                           \
        char *end = NULL, *expected_end = NULL;                                                    \
        clear_host_errno();                                                                        \
        lib_errno = 0;                                                                             \
        unsigned long long expected = (unsigned long long)function(text, &expected_end, base);     \
        unsigned long long got = (unsigned long long)lib_##function(text, &end, base);             \
        if (got != expected || end != expected_end || lib_errno != host_errno())                   \
            fail_msg(#function "(\"%s\", %d): %llx, not %llx, end %td, not %td, errno %d, not %d", \
                     text, base, got, expected, end - text, expected_end - text, lib_errno,        \
                     host_errno());                                                                \
    } while (0)

static void check_integer(const char *text, int base)
{
    CHECK_INTEGER(strtol, text, base);
    CHECK_INTEGER(strtoul, text, base);
    CHECK_INTEGER(strtoll, text, base);
    CHECK_INTEGER(strtoull, text, base);
}

static void integers(void **unused)
{
    static const char *const texts[] = {
        "",
        "-",
        "+",
        "0",
        "00",
        "0x",
        "0xg",
        "0X1fz",
        "-0x10",
        " \t\n\v\f\r12",
        "08",
        "077",
        "1 2",
        "--1",
        "+-1",
        "- 1",
        "zZ9",
        "-zz",
        "99999999999999999999",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "-18446744073709551615",
        "-18446744073709551616",
        "0x7fffffffffffffff",
        "0xffffffffffffffff",
        "0x10000000000000000",
        "0x",
        "0xx",
        "0b101",
        "\x80",
        "1\xff",
    };
    static const int bases[] = {0, 2, 3, 7, 8, 10, 15, 16, 17, 35, 36};

    (void)unused;
    for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
        for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++)
            check_integer(texts[t], bases[b]);
    lib_errno = 0;
    assert_int_equal(lib_strtol("12", NULL, 1), 0);
    assert_int_equal(lib_errno, EINVAL);
    assert_int_equal(lib_strtol("12", NULL, 37), 0);
    assert_int_equal(lib_atoi(" -123x"), -123);
    assert_int_equal(lib_atol("2147483647"), 2147483647);
    assert_true(lib_atoll("-9223372036854775808") == LLONG_MIN);
}

static void random_integers(void **unused)
{
    static const char characters[] = "00111223456789abcdefxXzZ-+ ";
    char text[24];

    (void)unused;
    lib_srand(1);
    for (unsigned turn = 0; turn < 100000; turn++) {
        unsigned length = random_below(sizeof text - 1);
        for (unsigned i = 0; i < length; i++)
            text[i] = characters[random_below(i ? sizeof characters - 5 : sizeof characters - 1)];
        text[length] = '\0';
        check_integer(text, (int[]){0, 10, 16, 36, 8}[random_below(5)]);
    }
}

static void check_double(const char *text)
{
    char *end = NULL, *expected_end = NULL;
    clear_host_errno();
    lib_errno = 0;
    double expected = strtod(text, &expected_end), got = lib_strtod(text, &end);
    bool same = memcmp(&got, &expected, sizeof got) == 0;
    /* The host reports underflow only if bits are lost, the library ERANGE for each subnormal. */
    bool tiny = expected >= -DBL_MIN && expected <= DBL_MIN && expected != 0;
    if (!same || end != expected_end || (!tiny && lib_errno != host_errno()))
        fail_msg("strtod(\"%s\"): %a, not %a, end %td, not %td, errno %d, not %d", text, got,
                 expected, end - text, expected_end - text, lib_errno, host_errno());
}

static void doubles(void **unused)
{
    static const char *const texts[] = {
        "",
        ".",
        "-",
        "-.",
        "e5",
        ".e5",
        "0",
        "-0",
        "0.0",
        ".5",
        "5.",
        "1e",
        "1e+",
        "1e-",
        "1e5",
        "1E+5",
        "1e-5x",
        " \t1.25",
        "+1.5",
        "00012.5",
        "0.00012",
        "1e308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e400",
        "1e99999999999",
        "1e-99999999999",
        "0e99999999999",
        "4.9e-324",
        "2.5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1e-400",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203126",
        "1.00000000000000011102230246251565404236316680908203124",
        "9007199254740993",
        "9007199254740992.99999999999999999999999",
        "9007199254740995",
        "9007199254740993.00000000000000000000000000000000000000000000000000000000000000001",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
        "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
        "342711559699508093042880177904174497792",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
        "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
        "342711559699508093042880177904174497791.999",
        "inf",
        "-INF",
        "infinity",
        "InFiNiTyx",
        "infinit",
        "nan",
        "NaN",
        "in",
        "na",
        "1.5.5",
        "123456789012345678901234567890",
        "0.1",
        "0.2",
        "0.3",
        "1e22",
        "1e23",
        "8.5e-5",
        "3.14159",
    };

    (void)unused;
    for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
        check_double(texts[t]);
    assert_true(lib_atof("2.5") == 2.5);
}

/* Random doubles as their shortest text, as longer texts, and the exact middle between two
 * neighbours. */
static void random_doubles(void **unused)
{
    static char text[1200];

    (void)unused;
    lib_srand(2);
    for (unsigned turn = 0; turn < 3000; turn++) {
        uint64_t bits =
            (uint64_t)lib_rand() << 33 ^ (uint64_t)lib_rand() << 11 ^ random_below(2048);
        double value;
        if (turn % 3 == 0)
            bits %= 0x0040000000000000; /* small and subnormal numbers */
        memcpy(&value, &bits, sizeof value);
        if (value != value || value > DBL_MAX || value < -DBL_MAX)
            continue;
        for (int digits = 0; digits < 40; digits += 6) {
            snprintf(text, sizeof text, "%.*e", digits, value);
            check_double(text);
        }
        snprintf(text, sizeof text, "%.25f", value);
        check_double(text);
        if (value < 1e290 && value > -1e290) {
            bits++;
            double next;
            memcpy(&next, &bits, sizeof next);
            /* long double has more bits than the middle needs */
            snprintf(text, sizeof text, "%.1000Lg", ((long double)value + (long double)next) / 2);
            check_double(text);
            strcat(text, strchr(text, 'e') || !strchr(text, '.') ? "" : "1");
            check_double(text);
        }
    }
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

static void divides(void **unused)
{
    (void)unused;
    static const int values[] = {1, -1, 7, -7, 100, -100, INT_MAX, INT_MIN + 1, 3};
    for (unsigned i = 0; i < 9; i++)
        for (unsigned j = 0; j < 9; j++) {
            lib_div_t ours = lib_div(values[i], values[j]);
            div_t expected = div(values[i], values[j]);
            lib_lldiv_t longer = lib_lldiv(values[i] * 1000000007ll, values[j]);
            assert_int_equal(ours.quot, expected.quot);
            assert_int_equal(ours.rem, expected.rem);
            assert_true(longer.quot == values[i] * 1000000007ll / values[j]);
            assert_true(longer.rem == values[i] * 1000000007ll % values[j]);
            assert_int_equal(lib_ldiv(values[i], values[j]).quot, expected.quot);
        }
    assert_int_equal(lib_abs(-5), 5);
    assert_int_equal(lib_labs(5), 5);
    assert_true(lib_llabs(-5000000000ll) == 5000000000ll);
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
        cmocka_unit_test(classes_of_characters),
        cmocka_unit_test(integers),
        cmocka_unit_test(random_integers),
        cmocka_unit_test(doubles),
        cmocka_unit_test(random_doubles),
        cmocka_unit_test(sorts),
        cmocka_unit_test(survives_bad_orders),
        cmocka_unit_test(searches),
        cmocka_unit_test(divides),
        cmocka_unit_test(random_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
