/*
 * SPDX-License-Identifier: MIT
 * Tests the start of a Pentium 4's counters, and their self-tests, on registers in memory, whose
 * counters count exactly, wrongly or not at all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

/* Its functions for tables, which are not called here, have pointers of 32 bits. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpointer-to-int-cast"
#include "kernel/lib/x86.h"
#pragma GCC diagnostic pop

/* The test's stack is large enough for a plan. */
void netburst_planning_call(void (*plan)(void));
void netburst_planning_call(void (*plan)(void))
{
    plan();
}

/* ---- the registers -------------------------------------------------------------------------- */

/* SDM volume 3, 18.15.5 and Table 35-41. */
#define MSRS          0x400u
#define COUNTERS      18
#define FIRST_COUNTER 0x300u
#define FIRST_CCCR    0x360u
#define MISC_ENABLE   0x1A0u
#define MONITORING    (1u << 7)
#define CCCR_ENABLED  (1u << 12)

static struct {
    uint64_t msr[MSRS];
    uint64_t lost; /* bits that CCCR 5 does not store */
    uint32_t cr0, cr4;
    bool absent;       /* the counters' registers raise #GP */
    bool rdpmc_absent; /* RDPMC raises #UD */
    unsigned reads;    /* of a counter that counts: four in each try, before and after no code, then
                          before and after the tested code */
    uint32_t overhead; /* counted between two reads in addition to the code */
    uint32_t counted;  /* counted in the tested code... */
    uint32_t excess;   /* ...and in addition in the first tries... */
    unsigned disturbed; /* ...of this number */
} machine;

static uint64_t read_msr(uint32_t number)
{
    const unsigned counter = number - FIRST_COUNTER, read = machine.reads % 4;

    if (counter >= COUNTERS || !(machine.msr[FIRST_CCCR + counter] & CCCR_ENABLED))
        return machine.msr[number];
    assert_int_equal(machine.cr0 & (CR0_EM | CR0_TS), 0); /* the code may use the x87 */
    if (read % 2)
        machine.msr[number] += machine.overhead;
    if (read == 3)
        machine.msr[number] +=
            machine.counted + (machine.reads / 4 < machine.disturbed ? machine.excess : 0);
    machine.reads++;
    return machine.msr[number];
}

/* The addresses of the 45 ESCRs (Table 35-41). */
static bool is_escr(uint32_t number)
{
    return (number >= 0x3A0 && number <= 0x3BE) || (number >= 0x3C0 && number <= 0x3C5) ||
           (number >= 0x3C8 && number <= 0x3CD) || number == 0x3E0 || number == 0x3E1;
}

/* No event may reach a counter that is written (specification update, erratum N15). */
static void assert_no_events(void)
{
    for (uint32_t number = 0; number < MSRS; number++)
        if (is_escr(number))
            assert_int_equal(machine.msr[number], 0);
    for (unsigned i = 0; i < COUNTERS; i++)
        assert_int_equal(machine.msr[FIRST_CCCR + i] & CCCR_ENABLED, 0);
}

static void write_msr(uint32_t number, uint64_t value)
{
    if (number - FIRST_COUNTER < COUNTERS)
        assert_no_events();
    machine.msr[number] = number == FIRST_CCCR + 5 ? value & ~machine.lost : value;
}

static int read_msr_safe(uint32_t number, uint64_t *value)
{
    *value = machine.msr[number];
    return machine.absent && number != MISC_ENABLE ? 13 : 0;
}

static int write_msr_safe(uint32_t number, uint64_t value)
{
    if (machine.absent)
        return 13;
    write_msr(number, value);
    return 0;
}

#define rdmsr            read_msr
#define wrmsr            write_msr
#define x86_rdmsr_safe   read_msr_safe
#define x86_wrmsr_safe   write_msr_safe
#define read_cr0()       machine.cr0
#define write_cr0(value) (machine.cr0 = (value))
#define read_cr3()       0
#define write_cr3(value) ((void)(value))
#define read_cr4()       machine.cr4
#define write_cr4(value) (machine.cr4 = (value))

#include "pmc/netburst/counters/netburst_counters.c"
#include "pmc/netburst/counters/netburst_selftest.c"

const struct pmc_switches cache_switch;
const struct pmc_precise netburst_precise;
const volatile uint8_t user_code_start[PAGES_READ * PAGE_BYTES];

int probe_reads_try_rdpmc(const struct pmc *pmc, uint32_t *value)
{
    (void)pmc;
    assert_true(machine.cr4 & CR4_PCE);
    *value = (uint32_t)machine.msr[FIRST_COUNTER + 1];
    return machine.rdpmc_absent ? -1 : 0;
}

static void assert_all_are_stopped(void)
{
    for (unsigned i = 0; i < COUNTERS; i++)
        assert_int_equal(machine.msr[FIRST_CCCR + i] & CCCR_ENABLED, 0);
}

static int reset(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    machine.cr0 = CR0_EM | CR0_TS;
    machine.msr[MISC_ENABLE] = MONITORING;
    return 0;
}

/* ---- start ---------------------------------------------------------------------------------- */

/* Each ESCR is set for the plan that needs it, and is 0 in the next one. */
static void a_plan_sets_its_escrs_alone(void **state)
{
    bool known[MSRS] = {false};

    (void)state;
    for (unsigned i = 0; i < NETBURST_ESCRS; i++) {
        struct netburst_plan plan = {.escrs = 1ull << i};

        plan.escr[i] = 0x4000 + i;
        netburst_start(&plan);
        known[netburst_escrs[i].address] = true;
        for (uint32_t number = 0; number < MSRS; number++)
            if (is_escr(number))
                assert_int_equal(machine.msr[number],
                                 number == netburst_escrs[i].address ? 0x4000 + i : 0);
    }
    for (uint32_t number = 0; number < MSRS; number++)
        assert_int_equal(known[number], is_escr(number));
    netburst_start(&(struct netburst_plan){0});
    assert_no_events();
}

/* Counter n starts from 0, or n + 1 events before its overflow at 2^40. */
static void a_plan_sets_all_registers(void **state)
{
    struct netburst_plan plan = {.escrs = (1ull << NETBURST_ESCRS) - 1,
                                 .counters = (1u << COUNTERS) - 1};

    (void)state;
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        plan.escr[i] = 0x4000 + i;
    for (unsigned i = 0; i < COUNTERS; i++)
        plan.cccr[i] = CCCR_ENABLED + i;
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < COUNTERS && round; i++)
            plan.after[i] = i + 1;
        netburst_start(&plan);
        for (unsigned i = 0; i < NETBURST_ESCRS; i++)
            assert_int_equal(machine.msr[netburst_escrs[i].address], 0x4000 + i);
        for (unsigned i = 0; i < COUNTERS; i++) {
            assert_int_equal(machine.msr[FIRST_CCCR + i], CCCR_ENABLED + i);
            assert_int_equal(machine.msr[FIRST_COUNTER + i], round ? (1ull << 40) - i - 1 : 0);
        }
    }
    netburst_stop();
    assert_all_are_stopped();
}

/* ---- counters ------------------------------------------------------------------------------- */

/* Counters 0 to 3 count page walks for 16 pages; the others 100 instructions of a kind. */
static uint32_t count_of(unsigned counter)
{
    return counter < 4 ? 16 : 100;
}

static void check_all(uint32_t overhead, int difference, enum pmc_status status)
{
    for (unsigned counter = 0; counter < COUNTERS; counter++) {
        struct pmc_selftest result;

        if (counter == 1)
            continue;
        machine.reads = 0;
        machine.overhead = overhead;
        machine.counted = count_of(counter) + (uint32_t)difference;
        netburst_selftest(1 + counter, &result);
        assert_int_equal(result.status, status);
        assert_int_equal(result.expect, count_of(counter));
        assert_int_equal(result.got, machine.counted);
        assert_all_are_stopped();
        assert_int_equal(machine.cr0, CR0_EM | CR0_TS);
    }
}

static void a_counter_that_counts_is_ok(void **state)
{
    (void)state;
    check_all(0, 0, PMC_OK);
    check_all(7, 0, PMC_OK); /* what the reads themselves count is subtracted */
    assert_int_equal(machine.reads, 4);
}

static void a_wrong_count_is_off(void **state)
{
    (void)state;
    check_all(7, 1, PMC_OFF);
    check_all(7, -1, PMC_OFF);
    assert_int_equal(machine.reads, 4 * 5);
}

/* A counter that counts only between reads advances, too. */
static void one_that_does_not_advance_is_stuck(void **state)
{
    (void)state;
    for (unsigned counter = 0; counter < COUNTERS; counter++) {
        for (machine.overhead = 0; machine.overhead < 2 && counter != 1; machine.overhead++) {
            struct pmc_selftest result;

            netburst_selftest(1 + counter, &result);
            assert_int_equal(result.status, machine.overhead ? PMC_OFF : PMC_STUCK);
            assert_int_equal(result.got, 0);
            assert_all_are_stopped();
        }
    }
}

/* System management mode may disturb a try. It is repeated, four times at most. */
static void one_try_of_five_suffices(void **state)
{
    (void)state;
    machine.excess = 50;
    for (machine.disturbed = 4; machine.disturbed <= 5; machine.disturbed++) {
        struct pmc_selftest result;

        machine.reads = 0;
        machine.counted = count_of(12);
        netburst_selftest(1 + 12, &result);
        assert_int_equal(result.status, machine.disturbed < 5 ? PMC_OK : PMC_OFF);
        assert_all_are_stopped();
    }
}

static void counter_1_and_absent_ones_are_unsupported(void **state)
{
    struct pmc_selftest result;

    (void)state;
    netburst_selftest(1 + 1, &result);
    assert_int_equal(result.status, PMC_UNSUPPORTED);
    assert_string_equal(result.seen, "not used: its enable bit does nothing");
    machine.absent = true;
    for (unsigned test = 0; test < NETBURST_SELFTESTS; test++) {
        netburst_selftest(test, &result);
        assert_int_equal(result.status, PMC_UNSUPPORTED);
    }
    assert_int_equal(machine.reads, 0);
    assert_all_are_stopped();
}

/* ---- the other self-tests ------------------------------------------------------------------- */

static void selectors_keep_their_bits(void **state)
{
    struct pmc_selftest result;

    (void)state;
    netburst_selftest(0, &result);
    assert_int_equal(result.status, PMC_OK);
    for (unsigned i = 0; i < COUNTERS; i++)
        assert_int_equal(machine.msr[FIRST_CCCR + i], 0);
    machine.lost = 1 << 20; /* the lowest bit of the threshold */
    netburst_selftest(0, &result);
    assert_int_equal(result.status, PMC_UNSUPPORTED);
    assert_int_equal(result.got ^ result.expect, machine.lost);
    assert_memory_equal(result.seen, "365: ", 5);
    assert_all_are_stopped();
    machine.lost = 0;
    machine.msr[MISC_ENABLE] = 0;
    netburst_selftest(0, &result);
    assert_int_equal(result.status, PMC_UNSUPPORTED);
}

/* Counter 1 is read, and is 0 afterwards. */
static void rdpmc_reads_what_was_written(void **state)
{
    struct pmc_selftest result;

    (void)state;
    netburst_selftest(1 + COUNTERS, &result);
    assert_int_equal(result.status, PMC_OK);
    assert_int_equal(result.got, result.expect);
    assert_int_equal(machine.msr[FIRST_COUNTER + 1], 0);
    machine.rdpmc_absent = true;
    netburst_selftest(1 + COUNTERS, &result);
    assert_int_equal(result.status, PMC_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_plan_sets_its_escrs_alone, reset),
        cmocka_unit_test_setup(a_plan_sets_all_registers, reset),
        cmocka_unit_test_setup(a_counter_that_counts_is_ok, reset),
        cmocka_unit_test_setup(a_wrong_count_is_off, reset),
        cmocka_unit_test_setup(one_that_does_not_advance_is_stuck, reset),
        cmocka_unit_test_setup(one_try_of_five_suffices, reset),
        cmocka_unit_test_setup(counter_1_and_absent_ones_are_unsupported, reset),
        cmocka_unit_test_setup(selectors_keep_their_bits, reset),
        cmocka_unit_test_setup(rdpmc_reads_what_was_written, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
