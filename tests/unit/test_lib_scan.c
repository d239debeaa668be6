/*
 * SPDX-License-Identifier: MIT
 * Tests scanf()'s family against the host's: its return value and every byte that it stores. The
 * conversion of text to numbers is the host's here; test_lib_numbers.c and test_lib_strtold.c test
 * the library's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "lib_ctype.h"

#include "lib_names.h"
#include "kernel/lib/stdio_input.c"

#include "kernel/lib/program/scan.c"
#include "kernel/lib/program/scanf.c"

/* Declares functions of the host, whose <stdio.h> and <stdlib.h> conflict with kernel/lib's. */
int host_vsscanf(const char *text, const char *fmt, va_list arguments) __asm__("__isoc99_vsscanf");
#define FROM_HOST(type, name, parameters, arguments)                                               \
    type host_##name parameters __asm__(#name);                                                    \
    type lib_##name parameters                                                                     \
    {                                                                                              \
        return host_##name arguments;                                                              \
    }
#define REAL(type, name)                                                                           \
    FROM_HOST(type, name, (const char *restrict text, char **restrict end), (text, end))
#define INTEGER(type, name)                                                                        \
    FROM_HOST(type, name, (const char *restrict text, char **restrict end, int base),              \
              (text, end, base))
#include "host_names.h"
REAL(float, strtof)
REAL(double, strtod)
REAL(long double, strtold)
INTEGER(long, strtol)
INTEGER(unsigned long, strtoul)
INTEGER(long long, strtoll)
INTEGER(unsigned long long, strtoull)

double program_strtod(const char *restrict text, char **restrict end)
{
    return lib_strtod(text, end);
}

static int host_sscanf(const char *text, const char *fmt, ...)
{
    va_list arguments;
    int stored;

    va_start(arguments, fmt);
    stored = host_vsscanf(text, fmt, arguments);
    va_end(arguments);
    return stored;
}

static unsigned random_below(unsigned limit)
{
    static uint64_t state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % limit;
}

struct stdio_stream stdio_streams[3] = {{.pushed_back = EOF}};

struct stored {
    unsigned char of[4][64]; /* the object that each argument points to */
};

/* Each %-directive of the format stores into a separate area of 64 bytes. */
static void check(const char *text, const char *fmt)
{
    struct stored expected, got;
    int result, expected_result;

    memset(&expected, 0xA5, sizeof expected);
    memset(&got, 0xA5, sizeof got);
    expected_result =
        host_sscanf(text, fmt, expected.of[0], expected.of[1], expected.of[2], expected.of[3]);
    result = lib_sscanf(text, fmt, got.of[0], got.of[1], got.of[2], got.of[3]);
    if (result != expected_result)
        fail_msg("sscanf(\"%s\", \"%s\"): %d, not %d", text, fmt, result, expected_result);
    for (int i = 0; i < 4; i++)
        if (memcmp(got.of[i], expected.of[i], sizeof got.of[i]) != 0)
            fail_msg("sscanf(\"%s\", \"%s\"): argument %d: %02x%02x%02x%02x, not %02x%02x%02x%02x",
                     text, fmt, i, got.of[i][3], got.of[i][2], got.of[i][1], got.of[i][0],
                     expected.of[i][3], expected.of[i][2], expected.of[i][1], expected.of[i][0]);
}

static void texts_by_formats(void **unused)
{
    static const char *const texts[] = {
        "",
        " ",
        "x",
        "0",
        "-",
        "+5",
        "-17 23",
        "12345678901",
        "99999999999999999999",
        "-9223372036854775809",
        "0x1f 0X2e",
        "017 08",
        "0b1",
        "1.5e3",
        "-.25",
        "5.",
        ".",
        "1e5x",
        "inf",
        "-Infinity,",
        "nan",
        "NAN 3",
        "abc def",
        "  abc\tdef\nghi",
        "aaabbbccc",
        "12abc34",
        "3,4,5,6",
        "3 , 4",
        "10:20:30",
        "50% off",
        "50 % off",
        "%5",
        "]a]b",
        "^x-y",
        "a-z0-9",
        "name = value",
        "#ff8800",
        "\xe4\xf6 1",
        "1 2 3 4",
        "1\n2\n3\n",
        "0000000000000000000000000000000012",
        "1234567",
        "-128 300 70000",
        "0x1.8p3 0xAp-1",
        "1e-400 1e400",
        "k=v; k2=v2",
        "-1 -1",
        "0 0x10 010",
    };
    static const char *const formats[] = {
        "%d",
        "%d%d",
        "%d %d",
        "%i%i%i",
        "%u",
        "%x%x",
        "%o%o",
        "%ld",
        "%lld%n",
        "%hd",
        "%hhd%hhd",
        "%hu%*d%hu",
        "%jd",
        "%zu",
        "%td",
        "%3d%2d",
        "%1d%1d%1d%1d",
        "%*d%d",
        "%f",
        "%lf%lf",
        "%Lf",
        "%e%n",
        "%g,%a",

        "%c",
        "%c%c%c",
        "%3c",
        "%s",
        "%s%s%s",
        "%2s%3s",
        "%*s%s",
        "%[abc]",
        "%[^ ]%[ ]%s",
        "%[a-z]%[0-9]",
        "%[]a]%s",
        "%[^]]",
        "%[^^]",
        "%[a-]",
        "%3[a-z]%n",
        "%d,%d,%d,%d",
        "%d , %d",
        "%d:%d:%d",
        "%d%% %s",
        "%d %%",
        "%%%d",
        " %n%d%n",
        "x%d",
        "%d%c%d",
        "%[^=]=%s",
        "%s = %s",
        "#%2x%2x%2x",
        "%n",
        "",
        " ",
        "a",
        "k=%[^;]; %s",
        "%i,%i",
        "%p",
        "%*[a-z]%d",
        "%5c%n",
        "%X",
    };

    (void)unused;
    for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
        for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++)
            check(texts[t], formats[f]);
}

/*
 * 7.21.6.2, 10: an item is the longest one that is, or is a prefix of, a matching sequence; a mere
 * prefix is a failure. The host (glibc 2.36) accepts the part before the e or the x, and does not
 * support nan(...).
 */
static bool has_mere_prefix(const char *text)
{
    for (; *text != '\0'; text++) {
        const char *next = text + 1;

        if (tolower(*text) == 'x' || *text == '(')
            return true;
        next += *next == '+' || *next == '-';
        if (tolower(*text) == 'e' && !isdigit(*next))
            return true;
    }
    return false;
}

static void mere_prefixes(void **unused)
{
    float real = 7;
    int integer = 7;

    (void)unused;
    assert_int_equal(lib_sscanf("100ergs", "%f", &real), 0); /* as in 7.21.6.2, example 3 */
    assert_int_equal(lib_sscanf("1.5e3", "%4f", &real), 0);
    assert_int_equal(lib_sscanf("9E-.", "%f", &real), 0);
    assert_int_equal(lib_sscanf("0x", "%f", &real), 0);
    assert_int_equal(lib_sscanf("0xg", "%i", &integer), 0);
    assert_int_equal(lib_sscanf("0x1", "%2x", &integer), 0);
    assert_true(real == 7 && integer == 7);
    assert_int_equal(lib_sscanf("1.5e3", "%5f", &real), 1);
    assert_true(real == 1500);
    assert_int_equal(lib_sscanf("nan(x_) 3", "%f%d", &real, &integer), 2);
    assert_int_equal(integer, 3);
}

/* Random texts, with formats of random directives. */
static void random_texts(void **unused)
{
    static const char characters[] = "0011234567899.-+eExX aAfFbinN(),:%\t";
    static const char *const directives[] = {"%d",  "%i", "%x",  "%o",     "%u",    "%lf",
                                             "%f",  "%s", "%3d", "%[0-9]", "%[^,]", "%c",
                                             "%5s", ",",  " ",   "%n",     "%hhd",  "%*d"};
    char text[24], fmt[64];

    (void)unused;
    for (int turn = 0; turn < 400000; turn++) {
        unsigned length = random_below(sizeof text - 1);

        for (unsigned i = 0; i < length; i++)
            text[i] = characters[random_below(sizeof characters - 1)];
        text[length] = '\0';
        if (has_mere_prefix(text))
            continue;
        fmt[0] = '\0';
        for (int i = 0; i < 4; i++)
            strcat(fmt, directives[random_below(sizeof directives / sizeof *directives)]);
        check(text, fmt);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_by_formats),
        cmocka_unit_test(mere_prefixes),
        cmocka_unit_test(random_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
