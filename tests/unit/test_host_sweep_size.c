/*
 * SPDX-License-Identifier: MIT
 * Tests the extraction of sizes from names, as a person would read them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/data/run/case_arguments.h"
#include "host/data/run/sweep_size.h"

static void assert_size(const char *name, double bytes, const char *rest)
{
    char got[40] = "";
    double size = sweep_size(name, got, sizeof got);
    if (size != bytes)
        print_error("\"%s\": %g\n", name, size);
    assert_true(size == bytes);
    assert_string_equal(got, rest);
}

static void test_a_number_is_bytes(void **state)
{
    (void)state;
    assert_size("4096", 4096, "");
    assert_size("read 4096", 4096, "read");
    assert_size("matmul/64", 64, "matmul");
    assert_size("size=512", 512, "size");
    assert_size("64 bytes", 64, "bytes");
    assert_size("100 B", 100, "");
}

static void test_units_are_powers_of_1024(void **state)
{
    (void)state;
    assert_size("4K", 4096, "");
    assert_size("4 KB", 4096, "");
    assert_size("4KiB", 4096, "");
    assert_size("4 kB read", 4096, "read");
    assert_size("2M", 2097152, "");
    assert_size("walk/2 MB, backwards", 2097152, "walk backwards");
}

static void test_the_last_number_is_meant(void **state)
{
    (void)state;
    assert_size("3 arrays of 8K", 8192, "3 arrays of");
    assert_size("8K-stride", 8192, "-stride");
}

static void test_a_number_in_a_word_is_none(void **state)
{
    (void)state;
    static const char *const names[] = {
        "",     "sum", "program1", "figure_3_4", "4Kx", "crc32", "1e5",
        "0x10", "1.5", "0",        "0K",         "8b",  "v2.0",  "64bit",
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_size(names[i], 0, "");
}

static void test_a_long_rest_is_cut(void **state)
{
    (void)state;
    char rest[8] = "";
    assert_true(sweep_size("a long name of 4K", rest, sizeof rest) == 4096);
    assert_string_equal(rest, "a long ");
    assert_true(sweep_size("99999999999999999999999999", rest, sizeof rest) > 9e25);
}

static void test_arguments_of_a_case(void **state)
{
    (void)state;
    static const char bench[] = "memory/read:size=4K:by=dword";
    char name[ARGUMENT_BYTES], value[ARGUMENT_BYTES], rest[80];
    assert_true(case_argument_at(bench, 0, name, value));
    assert_string_equal(name, "size");
    assert_string_equal(value, "4K");
    assert_true(case_argument_at(bench, 1, name, value));
    assert_string_equal(name, "by");
    assert_false(case_argument_at(bench, 2, name, value));
    assert_false(case_argument_at("memory/read", 0, name, value));
    assert_true(case_argument_value(bench, "by", value));
    assert_string_equal(value, "dword");
    assert_false(case_argument_value(bench, "si", value));
    case_argument_without(bench, "size", rest, sizeof rest);
    assert_string_equal(rest, "memory/read by=dword");
    assert_true(case_argument_number("4K") == 4096);
    assert_true(case_argument_number("512") == 512);
    assert_true(case_argument_number("dword") == 0);
    assert_true(case_argument_number("4K-8K") == 0);
    assert_true(case_argument_same_bench(bench, "memory/read:size=64K"));
    assert_true(case_argument_same_bench(bench, "memory/read"));
    assert_false(case_argument_same_bench(bench, "memory/readers:size=4K"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_number_is_bytes),
        cmocka_unit_test(test_units_are_powers_of_1024),
        cmocka_unit_test(test_the_last_number_is_meant),
        cmocka_unit_test(test_a_number_in_a_word_is_none),
        cmocka_unit_test(test_a_long_rest_is_cut),
        cmocka_unit_test(test_arguments_of_a_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
