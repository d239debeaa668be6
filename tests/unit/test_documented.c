/*
 * SPDX-License-Identifier: MIT
 * Tests the table of documented values: lookup, and that each row can be printed.
 */
#include "pmc/documented_values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct row {
    const char *finding, *p54c, *p55c, *unit, *source;
} rows[] = {
#define DOCUMENTED(finding, p54c, p55c, unit, source) {#finding, p54c, p55c, unit, source},
#include "pmc/p5/documented.def"
#undef DOCUMENTED
};
#define ROWS (sizeof rows / sizeof *rows)

/* Safford, Table 5.5: 8 KB; the P55C has twice as much. */
static void each_processor_has_its_value(void **state)
{
    (void)state;
    assert_string_equal(documented_value("l1_data_size", "P5"), "8192");
    assert_string_equal(documented_value("l1_data_size", "P55C"), "16384");
    assert_string_equal(documented_value("l1_data_replacement", "P55C"), "pseudo-LRU");
    assert_string_equal(documented_source("write_buffers"), "SDM 22.34; VTune");
}

/* No available source has the number of entries of the P55C's code TLB. */
static void a_value_without_a_source_is_none(void **state)
{
    (void)state;
    assert_string_equal(documented_value("code_tlb_entries", "P5"), "32");
    assert_null(documented_value("code_tlb_entries", "P55C"));
}

static void a_name_is_looked_up_whole(void **state)
{
    (void)state;
    assert_null(documented_value("l1_data", "P5"));
    assert_null(documented_value("l1_data_size_", "P5"));
    assert_null(documented_value("", "P55C"));
    assert_null(documented_source("l1_data"));
}

static bool is_number(const char *value)
{
    return *value && strspn(value, "0123456789.") == strlen(value);
}

static void values_with_a_unit_are_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++)
        for (int p55c = 0; p55c < 2; p55c++) {
            const char *value = p55c ? rows[i].p55c : rows[i].p54c;
            if (value)
                assert_int_equal(is_number(value), *rows[i].unit != 0);
        }
}

/* A second row with the same name would never be found. */
static void each_row_has_a_source_and_a_name_of_its_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        assert_true(*documented_source(rows[i].finding));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(rows[i].finding, rows[j].finding);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_processor_has_its_value),
        cmocka_unit_test(a_value_without_a_source_is_none),
        cmocka_unit_test(a_name_is_looked_up_whole),
        cmocka_unit_test(values_with_a_unit_are_numbers),
        cmocka_unit_test(each_row_has_a_source_and_a_name_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
