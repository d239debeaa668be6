/*
 * SPDX-License-Identifier: MIT
 * Tests that the self-test of P6 and K7 selectors finds each bit that sticks, in each register, and
 * starts no counter. Bits: Intel SDM volume 3, 18.22.1; AMD 22007, page 163.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/faulty_registers.h"
/* faulty_registers.h comes first. */
#include "pmc/evntsel/selected_counters.c"

/* The event in bits 0 to 7, the unit mask up to 15, USR 16, OS 17, E 18, INV 23, CMASK from 24. */
#define USABLE (0xFFu | 0xFFu << 8 | BIT(16) | BIT(17) | BIT(18) | BIT(23) | 0xFFu << 24)
#define INT    20
#define EN     22

static const struct pmc two = {.counters = 2}, four = {.counters = 4};
static const struct selected_counters families[] = {
    {&two, 0x186, true},       /* P6: 186h and 187h */
    {&four, 0xC0010000, false} /* K7: C0010000h to C0010003h */
};

static struct pmc_selftest test_selectors(const struct selected_counters *family)
{
    struct pmc_selftest result;
    selected_selftest(family, 0, true, &result);
    return result;
}

static void sound_selectors_are_ok_and_start_nothing(void **state)
{
    (void)state;
    for (unsigned f = 0; f < 2; f++) {
        registers_are_sound();
        assert_int_equal(test_selectors(&families[f]).status, PMC_OK);
        for (unsigned c = 0; c < families[f].pmc->counters; c++) {
            assert_int_equal(registers_written(families[f].first_selector + c), USABLE);
            assert_int_equal(registers_value(families[f].first_selector + c), 0);
        }
    }
}

static void check_bit(const struct selected_counters *family, unsigned counter, unsigned bit,
                      bool at_1)
{
    register_sticks(family->first_selector + counter, bit, at_1);
    const struct pmc_selftest result = test_selectors(family);
    const enum pmc_status status = USABLE & BIT(bit) ? PMC_UNSUPPORTED : PMC_OK;
    const int64_t differing = USABLE & BIT(bit);
    if (result.status != status || (result.expect ^ result.got) != differing)
        fail_msg("selector %u of %u, bit %u stuck at %d: status %d", counter, family->pmc->counters,
                 bit, at_1, result.status);
}

/* A P6 has no EN in selector 1, and the other bits that are left out are not used. */
static void each_bit_that_sticks_is_found(void **state)
{
    (void)state;
    for (unsigned f = 0; f < 2; f++)
        for (unsigned c = 0; c < families[f].pmc->counters; c++)
            for (unsigned bit = 0; bit < 32; bit++) {
                check_bit(&families[f], c, bit, false);
                if (bit != INT && bit != EN)
                    check_bit(&families[f], c, bit, true);
            }
}

static void missing_selectors_are_found(void **state)
{
    (void)state;
    for (unsigned f = 0; f < 2; f++)
        for (unsigned c = 0; c < families[f].pmc->counters; c++) {
            register_is_missing(families[f].first_selector + c);
            assert_int_equal(test_selectors(&families[f]).status, PMC_UNSUPPORTED);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_selectors_are_ok_and_start_nothing),
        cmocka_unit_test(each_bit_that_sticks_is_found),
        cmocka_unit_test(missing_selectors_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
