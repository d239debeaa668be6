/*
 * SPDX-License-Identifier: MIT
 * Tests verdicts on measured values, totals, and the choice of the chip.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "score/score.h"

#define WITH_REAL(in_unit, value)                                                                  \
    (struct score_row)                                                                             \
    {                                                                                              \
        .unit = in_unit, .real = { value, "-" }                                                    \
    }

static enum score_verdict verdict(enum score_unit unit, const char *real, const char *measured)
{
    const struct score_row row = WITH_REAL(unit, real);
    return score_verdict(&row, SCORE_P54C, measured);
}

/* 0.05 clocks or 1 % are the same, 10 % are near. */
static void clocks_are_same_within_the_rounding_of_tables(void **state)
{
    (void)state;
    assert_int_equal(verdict(SCORE_CLOCKS, "0.5", "0.5"), SCORE_SAME);
    assert_int_equal(verdict(SCORE_CLOCKS, "0.5", "0.55"), SCORE_SAME);
    assert_int_equal(verdict(SCORE_CLOCKS, "0.5", "0.56"), SCORE_DIFFERS);
    assert_int_equal(verdict(SCORE_CLOCKS, "3", "3.06"), SCORE_NEAR);
    assert_int_equal(verdict(SCORE_CLOCKS, "3", "2.7"), SCORE_NEAR);
    assert_int_equal(verdict(SCORE_CLOCKS, "3", "2.69"), SCORE_DIFFERS);
    assert_int_equal(verdict(SCORE_CLOCKS, "50", "50.5"), SCORE_SAME);
    assert_int_equal(verdict(SCORE_CLOCKS, "50", "50.51"), SCORE_NEAR);
    assert_int_equal(verdict(SCORE_CLOCKS, "1", "-1.8"), SCORE_DIFFERS);
    assert_int_equal(verdict(SCORE_CLOCKS, "0", "0"), SCORE_SAME);
    assert_int_equal(verdict(SCORE_CLOCKS, "0", "1"), SCORE_DIFFERS);
    assert_int_equal(verdict(SCORE_CLOCKS, "3", "not seen"), SCORE_DIFFERS);
}

static void other_numbers_are_same_if_equal(void **state)
{
    (void)state;
    assert_int_equal(verdict(SCORE_ENTRIES, "64", "64"), SCORE_SAME);
    assert_int_equal(verdict(SCORE_ENTRIES, "64", "64.0"), SCORE_SAME);
    assert_int_equal(verdict(SCORE_ENTRIES, "64", "60"), SCORE_NEAR);
    assert_int_equal(verdict(SCORE_ENTRIES, "64", "56"), SCORE_DIFFERS);
    assert_int_equal(verdict(SCORE_COUNT, "305", "304"), SCORE_NEAR);
}

/* A text is never near, even if it looks like a number. */
static void texts_are_same_if_equal(void **state)
{
    (void)state;
    assert_int_equal(verdict(SCORE_TEXT, "#GP", "#GP"), SCORE_SAME);
    assert_int_equal(verdict(SCORE_TEXT, "#GP", "reads"), SCORE_DIFFERS);
    assert_int_equal(verdict(SCORE_YES_NO, "yes", "no"), SCORE_DIFFERS);
    assert_int_equal(verdict(SCORE_TEXT, "100", "101"), SCORE_DIFFERS);
}

static void a_row_without_a_value_of_the_chip_is_not_measurable(void **state)
{
    (void)state;
    const struct score_row row = WITH_REAL(SCORE_CLOCKS, "1");
    assert_int_equal(score_verdict(&row, SCORE_P55C, "1"), SCORE_NOT_MEASURABLE);
    assert_null(score_real(&row, SCORE_P55C));
}

/* One row of each verdict: strict 1, near 2, settled 3, of 5. */
static void near_includes_strict(void **state)
{
    (void)state;
    struct score_totals totals = {0};
    for (enum score_verdict v = 0; v < SCORE_VERDICTS; v++)
        score_totals_add(&totals, v);
    assert_int_equal(totals.strict, 1);
    assert_int_equal(totals.near, 2);
    assert_int_equal(totals.settled, 3);
    assert_int_equal(totals.rows, 5);
}

/* AP-485, table 3. */
static void the_nearest_chip_is_compared(void **state)
{
    (void)state;
    assert_int_equal(score_chip_of("", 0), SCORE_P54C);
    assert_int_equal(score_chip_of("GenuineIntel", 0x480), SCORE_P54C);
    assert_int_equal(score_chip_of("GenuineIntel", 0x525), SCORE_P54C);
    assert_int_equal(score_chip_of("GenuineIntel", 0x543), SCORE_P55C);
    assert_int_equal(score_chip_of("AuthenticAMD", 0x562), SCORE_P55C);
    assert_int_equal(score_chip_of("GenuineIntel", 0x617), SCORE_PPRO);
    assert_int_equal(score_chip_of("GenuineIntel", 0x633), SCORE_P2);
    assert_int_equal(score_chip_of("GenuineIntel", 0x665), SCORE_P2);
    assert_int_equal(score_chip_of("GenuineIntel", 0x673), SCORE_P3);
    assert_int_equal(score_chip_of("GenuineIntel", 0xf24), SCORE_P3);
    assert_int_equal(score_chip_of("AuthenticAMD", 0x644), SCORE_K7);
}

/* A row is the same as its own real value. */
static void names_are_found_again(void **state)
{
    (void)state;
    enum score_verdict found;
    enum score_chip chip;
    unsigned row;
    for (unsigned i = 0; i < SCORE_ROWS; i++) {
        assert_true(score_row_find(score_rows[i].name, &row));
        assert_int_equal(row, i);
        for (chip = 0; chip < SCORE_CHIPS; chip++)
            if (score_real(&score_rows[i], chip))
                assert_int_equal(score_verdict(&score_rows[i], chip, score_rows[i].real[chip]),
                                 SCORE_SAME);
    }
    assert_true(score_verdict_find("not_settled", &found));
    assert_int_equal(found, SCORE_NOT_SETTLED);
    assert_true(score_chip_find("k7", &chip));
    assert_int_equal(chip, SCORE_K7);
    assert_false(score_chip_find("k8", &chip));
    assert_false(score_row_find("", &row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_same_within_the_rounding_of_tables),
        cmocka_unit_test(other_numbers_are_same_if_equal),
        cmocka_unit_test(texts_are_same_if_equal),
        cmocka_unit_test(a_row_without_a_value_of_the_chip_is_not_measurable),
        cmocka_unit_test(near_includes_strict),
        cmocka_unit_test(the_nearest_chip_is_compared),
        cmocka_unit_test(names_are_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
