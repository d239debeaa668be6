/*
 * SPDX-License-Identifier: MIT
 * Tests that the self-test of CESR finds each bit of an event select and of the rings that sticks.
 * Bits: Intel SDM volume 3, 18.23; bit 6 of a 6x86MX's event select, CESR bits 10 and 26: perfctr.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/faulty_registers.h"
/* faulty_registers.h comes first. */
#include "pmc/p5/p5_counters.c"

/* Fields of counter 0; those of counter 1 are 16 bits higher. */
#define SELECT      0x3Fu
#define RINGS       (BIT(6) | BIT(7))
#define CLOCKS      BIT(8)
#define PIN         BIT(9)
#define SELECT_6    BIT(10)
#define CESR        0x11
#define CTR1        0x13
#define OF_BOTH(of) ((of) | (of) << 16)

const struct pmc_switches p5_switches;

static const struct {
    const struct pmc *pmc;
    uint32_t tested;  /* the bits that must be set and cleared */
    uint32_t cleared; /* the bits that must be clear */
} families[] = {
    {&p5_pmc, OF_BOTH(SELECT | RINGS), OF_BOTH(CLOCKS | PIN)},
    {&p55c_pmc, OF_BOTH(SELECT | RINGS), OF_BOTH(CLOCKS | PIN)},
    {&mii_pmc, OF_BOTH(SELECT | RINGS | SELECT_6), OF_BOTH(CLOCKS)},
};
#define FAMILIES (sizeof families / sizeof families[0])

static struct pmc_selftest test_cesr(const struct pmc *pmc)
{
    struct pmc_selftest result;
    pmc->selftest(0, &result);
    return result;
}

static void sound_register_is_ok_and_stopped(void **state)
{
    (void)state;
    for (unsigned f = 0; f < FAMILIES; f++) {
        registers_are_sound();
        assert_int_equal(test_cesr(families[f].pmc).status, PMC_OK);
        assert_int_equal(registers_written(CESR), families[f].tested);
        assert_int_equal(registers_value(CESR), 0);
    }
}

/* The other bits may hold anything. */
static void each_bit_that_sticks_is_found(void **state)
{
    (void)state;
    for (unsigned f = 0; f < FAMILIES; f++)
        for (unsigned bit = 0; bit < 32; bit++)
            for (unsigned at_1 = 0; at_1 < 2; at_1++) {
                const uint32_t seen = families[f].tested | (at_1 ? families[f].cleared : 0);
                register_sticks(CESR, bit, at_1);
                const struct pmc_selftest result = test_cesr(families[f].pmc);
                if (result.status != (seen & BIT(bit) ? PMC_UNSUPPORTED : PMC_OK) ||
                    (result.expect ^ result.got) != (seen & BIT(bit)))
                    fail_msg("%s: bit %u stuck at %u: status %d", families[f].pmc->name, bit, at_1,
                             result.status);
            }
}

static void missing_register_is_found(void **state)
{
    (void)state;
    for (unsigned f = 0; f < FAMILIES; f++) {
        register_is_missing(CESR);
        assert_int_equal(test_cesr(families[f].pmc).status, PMC_UNSUPPORTED);
    }
}

/* These registers do not count; a bit that sticks at 1 is a count. */
static void rdpmc_of_a_counter_that_stands_still_is_stuck(void **state)
{
    (void)state;
    struct pmc_selftest result;
    registers_are_sound();
    p55c_pmc.selftest(1 + P5_COUNTERS, &result);
    assert_string_equal(result.name, "rdpmc");
    assert_int_equal(result.status, PMC_STUCK);
    register_sticks(CTR1, 5, true);
    p55c_pmc.selftest(1 + P5_COUNTERS, &result);
    assert_int_equal(result.status, PMC_OK);
    assert_int_equal(result.got, BIT(5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_register_is_ok_and_stopped),
        cmocka_unit_test(each_bit_that_sticks_is_found),
        cmocka_unit_test(missing_register_is_found),
        cmocka_unit_test(rdpmc_of_a_counter_that_stands_still_is_stuck),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
