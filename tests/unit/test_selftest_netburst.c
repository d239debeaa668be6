/*
 * SPDX-License-Identifier: MIT
 * Tests that the self-test of the Pentium 4's selectors finds each bit that sticks, in each
 * register, and starts no counter. Bits: Intel SDM volume 3, 18.15.1 and 18.15.3.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/faulty_registers.h"
/* faulty_registers.h comes first. */
#include "pmc/netburst/counters/netburst_selftest.c"

/* Bits 0 and 1 of an ESCR are the rings of the second thread, and bit 31 is reserved. */
#define OF_ESCR 0x7FFFFFFCu
/* A CCCR's choice of the ESCR, and the comparison: compare, complement, threshold, edge. */
#define OF_CCCR    (7u << 13 | BIT(18) | BIT(19) | 15u << 20 | BIT(24))
#define ACTIVE     (3u << 16) /* reserved without threads: must be written as 3 */
#define FIRST_CCCR 0x360      /* to 371h */
#define CCCRS      18
#define CAN_COUNT  BIT(7)

const volatile uint8_t user_code_start[PAGES_READ * PAGE_BYTES];

void netburst_start(const struct netburst_plan *plan)
{
    (void)plan;
}

void netburst_stop(void)
{
}

static enum pmc_status test_selectors(void)
{
    struct pmc_selftest result;
    registers.value[MSR_MISC_ENABLE] = CAN_COUNT;
    netburst_selftest(0, &result);
    return result.status;
}

/* CCCR bit 12, which starts a counter, is not among the bits that are written. */
static void sound_selectors_are_ok_and_start_nothing(void **state)
{
    (void)state;
    registers_are_sound();
    assert_int_equal(test_selectors(), PMC_OK);
    for (unsigned i = 0; i < CCCRS; i++) {
        assert_int_equal(registers_written(FIRST_CCCR + i), OF_CCCR | ACTIVE);
        assert_int_equal(registers_value(FIRST_CCCR + i), 0);
    }
    for (unsigned i = 0; i < NETBURST_ESCRS; i++) {
        assert_int_equal(registers_written(netburst_escrs[i].address), OF_ESCR);
        assert_int_equal(registers_value(netburst_escrs[i].address), 0);
    }
}

static void check_bits(uint32_t number, uint32_t bits)
{
    for (unsigned bit = 0; bit < 32; bit++)
        for (unsigned at_1 = 0; at_1 < 2 && bits & BIT(bit); at_1++) {
            register_sticks(number, bit, at_1);
            if (test_selectors() != PMC_UNSUPPORTED)
                fail_msg("register %x, bit %u stuck at %u: not found", number, bit, at_1);
        }
}

static void each_bit_that_sticks_is_found(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CCCRS; i++)
        check_bits(FIRST_CCCR + i, OF_CCCR);
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        check_bits(netburst_escrs[i].address, OF_ESCR);
}

static void check_missing(uint32_t number, enum pmc_status status)
{
    register_is_missing(number);
    if (test_selectors() != status)
        fail_msg("register %x is missing: not status %d", number, status);
}

/* Models from 3 on have no IQ_ESCR0 and IQ_ESCR1, 3BAh and 3BBh (table 35-41). */
static void missing_selectors_are_found(void **state)
{
    (void)state;
    for (unsigned model = 1; model <= 3; model++) {
        const struct netburst_machine machine = {.model = (uint8_t)model};
        netburst_set_machine(&machine);
        for (unsigned i = 0; i < CCCRS; i++)
            check_missing(FIRST_CCCR + i, PMC_UNSUPPORTED);
        for (unsigned i = 0; i < NETBURST_ESCRS; i++)
            check_missing(netburst_escrs[i].address,
                          netburst_escrs[i].address >> 1 == 0x3BA >> 1 && model == 3
                              ? PMC_OK
                              : PMC_UNSUPPORTED);
    }
}

/* SDM volume 3, 18.15: bit 7 of MISC_ENABLE. */
static void no_counters_are_found(void **state)
{
    struct pmc_selftest result;
    (void)state;
    registers_are_sound();
    netburst_selftest(0, &result);
    assert_int_equal(result.status, PMC_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_selectors_are_ok_and_start_nothing),
        cmocka_unit_test(each_bit_that_sticks_is_found),
        cmocka_unit_test(missing_selectors_are_found),
        cmocka_unit_test(no_counters_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
