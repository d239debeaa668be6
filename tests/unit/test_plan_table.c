/*
 * SPDX-License-Identifier: MIT
 * Tests the table of plans: the number of each plan, old, new, or one too many.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <string.h>

#include "sim/model/common/plan_table.h"

#define BYTES 7u

static int create(void **state)
{
    *state = plan_table_create(BYTES);
    return *state ? 0 : -1;
}

static int destroy(void **state)
{
    plan_table_destroy(*state);
    return 0;
}

/* Numbers begin at 1, also that of a plan that is equal to the unused plan 0. */
static void equal_plans_have_one_number(void **state)
{
    static const uint8_t zeros[BYTES] = {0}, text[BYTES] = "a plan";

    for (int i = 0; i < 3; i++) {
        assert_int_equal(plan_table_number(*state, zeros), 1);
        assert_int_equal(plan_table_number(*state, text), 2);
    }
}

/* A plan that is greater or less than a known one, by 1 or more, in any byte, is a new plan. Bytes
 * that follow the plan do not belong to it. */
static void each_byte_of_a_plan_counts(void **state)
{
    static const uint8_t values[] = {0x7e, 0x7f, 0x81, 0x82, 0x00, 0xff};
    uint8_t plan[BYTES + 1];
    unsigned number = 1;

    memset(plan, 0x80, sizeof plan);
    assert_int_equal(plan_table_number(*state, plan), number);
    for (unsigned byte = 0; byte < BYTES; byte++) {
        for (unsigned i = 0; i < sizeof values; i++) {
            plan[byte] = values[i];
            assert_int_equal(plan_table_number(*state, plan), ++number);
        }
        plan[byte] = 0x80;
    }
    plan[BYTES] = 0x7f;
    assert_int_equal(plan_table_number(*state, plan), 1);
}

static const uint8_t *plan_of(unsigned i)
{
    static uint8_t plan[BYTES];

    memcpy(plan, &i, sizeof i);
    return plan;
}

/*
 * A number has 16 bits and 0 is no plan's, so 65535 plans fit. Another plan gets no number, and
 * those in the table keep theirs. A hash of 12 bits is equal for at least 16 of them, which are
 * different plans all the same.
 */
static void a_full_table(void **state)
{
    const struct plan_table *table = *state;
    const uint8_t *plans = table->plans;

    for (unsigned i = 1; i <= 65535; i++)
        assert_int_equal(plan_table_number(*state, plan_of(i)), i);
    assert_int_equal(plan_table_number(*state, plan_of(65536)), 0);
    for (unsigned i = 1; i <= 65535; i++) {
        assert_int_equal(plan_table_number(*state, plan_of(i)), i);
        assert_memory_equal(plans + i * BYTES, plan_of(i), BYTES);
    }
    assert_int_equal(plan_table_number(*state, plan_of(0)), 0);
    assert_memory_equal(plans, plan_of(0), BYTES); /* plan 0 is still the model's */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_plans_have_one_number, create, destroy),
        cmocka_unit_test_setup_teardown(each_byte_of_a_plan_counts, create, destroy),
        cmocka_unit_test_setup_teardown(a_full_table, create, destroy),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
