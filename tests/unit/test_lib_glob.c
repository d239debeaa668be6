/*
 * SPDX-License-Identifier: MIT
 * Tests glob patterns: a table of matches, every short pattern against its definition, and one
 * pattern that a recursive matcher would not finish.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "kernel/lib/glob.h"

static void matches_the_table(void **unused)
{
    static const struct {
        const char *pattern, *text;
        bool matches;
    } cases[] = {
        {"", "", true},
        {"", "a", false},
        {"*", "", true},
        {"*", "thesis/hello", true},
        {"thesis/*", "thesis/hello", true},
        {"thesis/*", "thesis", false},
        {"*/hello", "thesis/hello", true},
        {"*/hell", "thesis/hello", false},
        {"apps/matmul*", "apps/matmul/naive", true}, /* a star crosses '/' */
        {"*s*s*", "thesis", true},
        {"*s*s*s*", "thesis", false},
        {"program?", "program1", true},
        {"program?", "program", false},
        {"program?", "program12", false},
        {"program[12]", "program2", true},
        {"program[12]", "program3", false},
        {"program[0-9]", "program7", true},
        {"program[!0-9]", "program7", false},
        {"program[!0-9]", "programs", true},
        {"program[!0-9]", "program", false}, /* a set matches one character */
        {"[a-cx-z]", "b", true},
        {"[a-cx-z]", "y", true},
        {"[a-cx-z]", "m", false},
        {"[a-]", "-", true}, /* '-' at an end stands for itself */
        {"[-a]", "-", true},
        {"[]a]", "]", true}, /* ']' at the start stands for itself */
        {"[!]a]", "]", false},
        {"[!]a]", "b", true},
        {"[z-a]", "m", false}, /* an empty range */
        {"[*]", "*", true},
        {"[*]", "a", false},
        {"[abc", "[abc", true}, /* a set that is not closed */
        {"[abc", "a", false},
        {"*[0-9]x", "12x", true}, /* backtracks to the star */
        {"[\xe0-\xef]", "\xe4", true},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (glob_match(cases[i].pattern, cases[i].text) != cases[i].matches)
            fail_msg("'%s' against '%s'", cases[i].pattern, cases[i].text);
}

/* The definition, regardless of run time. */
static bool defined_match(const char *pattern, const char *text)
{
    if (*pattern == '\0')
        return *text == '\0';
    if (*pattern == '*')
        return defined_match(pattern + 1, text) ||
               (*text != '\0' && defined_match(pattern, text + 1));
    return *text != '\0' && (*pattern == '?' || *pattern == *text) &&
           defined_match(pattern + 1, text + 1);
}

/* Writes the number with the letters as digits, the least significant first; its length is
 * `digits`. */
static void spell(char *word, unsigned number, unsigned digits, const char *letters)
{
    unsigned base = (unsigned)strlen(letters);

    for (unsigned i = 0; i < digits; i++, number /= base)
        word[i] = letters[number % base];
    word[digits] = '\0';
}

static void matches_as_defined(void **unused)
{
    char pattern[8], text[8];

    (void)unused;
    for (unsigned p = 0; p < 4 * 4 * 4 * 4 * 4; p++)
        for (unsigned length = 0; length <= 5; length++)
            for (unsigned t = 0; t < 1u << length; t++) {
                spell(pattern, p, 5, "ab?*");
                spell(text, t, length, "ab");
                if (glob_match(pattern, text) != defined_match(pattern, text))
                    fail_msg("'%s' against '%s'", pattern, text);
            }
}

/* 32 stars before a letter that is missing: a search of every split would never end. */
static void takes_no_longer_than_the_product(void **unused)
{
    char pattern[80], text[2000];

    (void)unused;
    for (size_t i = 0; i < 64; i += 2)
        memcpy(pattern + i, "*a", 2);
    memcpy(pattern + 64, "b", 2);
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_false(glob_match(pattern, text));
    text[sizeof text - 2] = 'b';
    assert_true(glob_match(pattern, text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_the_table),
        cmocka_unit_test(matches_as_defined),
        cmocka_unit_test(takes_no_longer_than_the_product),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
