/*
 * SPDX-License-Identifier: MIT
 * Tests the kernel's memory and string functions against the host's. They are compiled into this
 * file under other names, since the host has its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#define memcpy  lib_memcpy
#define memmove lib_memmove
#define memset  lib_memset
#define memcmp  lib_memcmp
#define memchr  lib_memchr
#define strlen  lib_strlen
#define strnlen lib_strnlen
#define strcmp  lib_strcmp
#define strncmp lib_strncmp
#define strchr  lib_strchr
#define strrchr lib_strrchr
#include "kernel/lib/string.c"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef memchr
#undef strlen
#undef strnlen
#undef strcmp
#undef strncmp
#undef strchr
#undef strrchr

#define AREA 64

static void fill_area(uint8_t *area)
{
    for (unsigned i = 0; i < AREA; i++)
        area[i] = (uint8_t)(i * 37 + 11);
}

/* Every length and alignment of source and target. The whole area is compared, so that writes
 * outside the target are found. */
static void copies(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n <= 20; n++)
        for (unsigned from = 0; from < 8; from++)
            for (unsigned to = 32; to < 40; to++) {
                uint8_t got[AREA], expected[AREA];

                fill_area(got);
                fill_area(expected);
                memcpy(expected + to, expected + from, n);
                assert_ptr_equal(lib_memcpy(got + to, got + from, n), got + to);
                assert_memory_equal(got, expected, AREA);
            }
}

static void moves_over_itself(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n <= 24; n++)
        for (unsigned from = 0; from < 32; from++)
            for (unsigned to = 0; to < 32; to++) {
                uint8_t got[AREA], expected[AREA];

                fill_area(got);
                fill_area(expected);
                memmove(expected + to, expected + from, n);
                assert_ptr_equal(lib_memmove(got + to, got + from, n), got + to);
                assert_memory_equal(got, expected, AREA);
            }
}

static void fills(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n <= 20; n++)
        for (unsigned to = 0; to < 8; to++) {
            uint8_t got[AREA], expected[AREA];

            fill_area(got);
            fill_area(expected);
            memset(expected + to, 0x1a5, n); /* truncated to 0xa5 */
            assert_ptr_equal(lib_memset(got + to, 0x1a5, n), got + to);
            assert_memory_equal(got, expected, AREA);
        }
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static const char *const words[] = {"",    "a",    "b",     "ab",  "abc",
                                    "abd", "\xe4", "a\xe4", "aba", "Abc"};
#define WORDS (sizeof words / sizeof *words)

static void compares(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++) {
            const char *a = words[i], *b = words[j];
            size_t shorter = strlen(a) < strlen(b) ? strlen(a) : strlen(b);

            assert_int_equal(sign(lib_strcmp(a, b)), sign(strcmp(a, b)));
            assert_int_equal(sign(lib_memcmp(a, b, shorter)), sign(memcmp(a, b, shorter)));
            for (size_t n = 0; n < 5; n++)
                assert_int_equal(sign(lib_strncmp(a, b, n)), sign(strncmp(a, b, n)));
        }
    assert_true(lib_memcmp("a\0b", "a\0c", 4) < 0); /* does not end at a zero byte */
    assert_int_equal(lib_strncmp("a\0b", "a\0c", 4), 0);
}

static void finds_and_measures(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < WORDS; i++) {
        const char *word = words[i];

        assert_int_equal(lib_strlen(word), strlen(word));
        for (size_t limit = 0; limit < 5; limit++)
            assert_int_equal(lib_strnlen(word, limit), strnlen(word, limit));
        for (int c = -128; c < 256; c++) {
            assert_ptr_equal(lib_strchr(word, c), strchr(word, c));
            assert_ptr_equal(lib_strrchr(word, c), strrchr(word, c));
            assert_ptr_equal(lib_memchr(word, c, strlen(word)), memchr(word, c, strlen(word)));
        }
    }
}

/* The functions do not search for a terminator beyond the limit: AddressSanitizer would report
 * it. */
static void stays_within_the_limit(void **unused)
{
    const char text[3] = {'a', 'b', 'c'};

    (void)unused;
    assert_int_equal(lib_strnlen(text, 3), 3);
    assert_int_equal(lib_strncmp(text, "abcd", 3), 0);
    assert_null(lib_memchr(text, 'd', 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),
        cmocka_unit_test(moves_over_itself),
        cmocka_unit_test(fills),
        cmocka_unit_test(compares),
        cmocka_unit_test(finds_and_measures),
        cmocka_unit_test(stays_within_the_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
