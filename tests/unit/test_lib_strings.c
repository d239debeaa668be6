/*
 * SPDX-License-Identifier: MIT
 * Tests the string functions that only benchmarks use against the host's. They are compiled into
 * this file under other names, since the host has its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#define strcpy  lib_strcpy
#define strncpy lib_strncpy
#define strcat  lib_strcat
#define strncat lib_strncat
#define strspn  lib_strspn
#define strcspn lib_strcspn
#define strpbrk lib_strpbrk
#define strstr  lib_strstr
#include "kernel/lib/string_copy.c"
#include "kernel/lib/string_search.c"
#undef strcpy
#undef strncpy
#undef strcat
#undef strncat
#undef strspn
#undef strcspn
#undef strpbrk
#undef strstr

static const char *const words[] = {"",
                                    "a",
                                    "b",
                                    "ab",
                                    "abc",
                                    "abd",
                                    "\xe4",
                                    "a\xe4"
                                    "b",
                                    "aba",
                                    "aab",
                                    "aaab",
                                    "abababc",
                                    "ababc",
                                    "aaaaaab",
                                    "Abc ab",
                                    ",;,a,b",
                                    "a,,b;;c",
                                    ";,"};
#define WORDS (sizeof words / sizeof *words)
#define AREA  32

/* Both write to separate areas, after the same text; the whole areas are compared. */
#define CHECK_COPY(function, ...)                                                                  \
    do {                                                                                           \
        char got[AREA], expected[AREA];                                                            \
        memset(got, '#', AREA);                                                                    \
        memset(expected, '#', AREA);                                                               \
        memcpy(got, "xy", 3);                                                                      \
        memcpy(expected, "xy", 3);                                                                 \
        assert_ptr_equal(lib_##function(got, __VA_ARGS__), got);                                   \
        function(expected, __VA_ARGS__);                                                           \
        assert_memory_equal(got, expected, AREA);                                                  \
    } while (0)

#pragma GCC diagnostic ignored "-Wstringop-truncation"
#pragma GCC diagnostic ignored "-Wstringop-overflow"

static void copies(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < WORDS; i++) {
        CHECK_COPY(strcpy, words[i]);
        CHECK_COPY(strcat, words[i]);
        for (size_t n = 0; n < 12; n++) {
            CHECK_COPY(strncpy, words[i], n);
            CHECK_COPY(strncat, words[i], n);
        }
    }
}

static void searches(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++) {
            assert_int_equal(lib_strspn(words[i], words[j]), strspn(words[i], words[j]));
            assert_int_equal(lib_strcspn(words[i], words[j]), strcspn(words[i], words[j]));
            assert_ptr_equal(lib_strpbrk(words[i], words[j]), strpbrk(words[i], words[j]));
            assert_ptr_equal(lib_strstr(words[i], words[j]), strstr(words[i], words[j]));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),
        cmocka_unit_test(searches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
