/*
 * SPDX-License-Identifier: MIT
 * Tests the start of a P5's counters on registers in memory, whose counters advance during each
 * write of a register. Rules: SDM volume 3, 18.23.1.
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

/* ---- the registers -------------------------------------------------------------------------- */

enum { CESR = 0x11, CTR0, CTR1, REGISTERS };
enum { EVENTS = 7 }; /* of each counter during a write */

#define PIN_ON_OVERFLOW (1u << 9) /* of counter 0 */

static uint64_t registers[REGISTERS];

/* Returns a counter's 16 bits of CESR: event select 5-0, control 8-6, pin 9. */
static unsigned field_of(unsigned counter)
{
    return registers[CESR] >> 16 * counter & 0xFFFF;
}

static bool runs(unsigned counter)
{
    return field_of(counter) & 3 << 6;
}

/* A counter "must be stopped and cleared or preset before switching to a new event". */
static void write_msr(uint32_t number, uint64_t value)
{
    assert_in_range(number, CESR, CTR1);
    for (unsigned counter = 0; counter < 2; counter++) {
        if (!runs(counter))
            continue;
        registers[CTR0 + counter] += EVENTS;
        if (number == CESR && value)
            fail_msg("counter %u is not stopped before a change", counter);
    }
    registers[number] = value;
}

static uint64_t read_msr(uint32_t number)
{
    assert_in_range(number, CESR, CTR1);
    return registers[number];
}

static int read_msr_safe(uint32_t number, uint64_t *value)
{
    *value = read_msr(number);
    return 0;
}

static int write_msr_safe(uint32_t number, uint64_t value)
{
    write_msr(number, value);
    return 0;
}

#define rdmsr            read_msr
#define wrmsr            write_msr
#define x86_rdmsr_safe   read_msr_safe
#define x86_wrmsr_safe   write_msr_safe
#define read_cr4()       0
#define write_cr4(value) ((void)(value))

#include "pmc/p5/p5_counters.c"

const struct pmc_switches p5_switches;

int probe_reads_try_rdpmc(const struct pmc *pmc, uint32_t *value)
{
    (void)pmc;
    (void)value;
    return -1;
}

static int reset(void **state)
{
    (void)state;
    memset(registers, 0, sizeof registers);
    registers[CTR0] = 0x1234567890;
    registers[CTR1] = 0x9876543210;
    return 0;
}

/* ---- passes --------------------------------------------------------------------------------- */

static const struct event twenty_nine = {.code = 0x29}, sixteen = {.code = 0x16};
static const struct event clocks = {.code = EVENT_CODE_CLOCKS};

/* Both counters of a pass, and their value of CESR. Control: 1 counts in rings 0 to 2, 2 in ring 3,
 * 3 in all; 4 more counts clocks instead of the selected event. */
static const struct {
    struct pmc_counted counted[2];
    uint32_t cesr;
} passes[] = {
    {{{&twenty_nine, .rings = PMC_RING_KERNEL}, {&sixteen, .rings = PMC_RING_USER}},
     (0x16u | 2 << 6) << 16 | 0x29 | 1 << 6},
    {{{&sixteen, .rings = PMC_RING_USER | PMC_RING_KERNEL}, {NULL}}, 0x16 | 3 << 6},
    {{{&clocks, .rings = PMC_RING_USER}, {&clocks, .rings = PMC_RING_KERNEL}},
     5u << 6 << 16 | 6 << 6},
};
#define PASSES (sizeof passes / sizeof passes[0])

static void a_pass_starts_from_0(void **state)
{
    (void)state;
    for (unsigned from = 0; from < PASSES; from++) {
        for (unsigned to = 0; to < PASSES; to++) {
            p5_pmc.start(passes[from].counted);
            p5_pmc.start(passes[to].counted);
            assert_int_equal(registers[CESR], passes[to].cesr);
            assert_int_equal(registers[CTR0], 0);
            assert_int_equal(registers[CTR1], 0);
        }
    }
}

/* Counter 0 has 40 bits, so it overflows after `count` events if it starts from 2^40 - `count`. */
static void an_armed_pass_overflows_after_count_events(void **state)
{
    static const uint32_t counts[] = {1, 1000, INT32_MAX};

    (void)state;
    for (unsigned from = 0; from < PASSES; from++) {
        for (unsigned to = 0; to < PASSES; to++) {
            for (unsigned i = 0; i < 3; i++) {
                if (i)
                    p5_pmc.start(passes[from].counted);
                p5_pmc.start_armed(passes[to].counted, counts[i]);
                assert_int_equal(registers[CESR], passes[to].cesr | PIN_ON_OVERFLOW);
                assert_int_equal(registers[CTR0], (1ull << 40) - counts[i]);
                assert_int_equal(registers[CTR1], 0);
            }
        }
    }
}

static void stopped_counters_keep_their_values(void **state)
{
    (void)state;
    p5_pmc.start_armed(passes[0].counted, 1000);
    p5_pmc.stop();
    assert_int_equal(registers[CESR], 0);
    assert_int_equal(registers[CTR0], (1ull << 40) - 1000 + EVENTS);
    assert_int_equal(registers[CTR1], EVENTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_pass_starts_from_0, reset),
        cmocka_unit_test_setup(an_armed_pass_overflows_after_count_events, reset),
        cmocka_unit_test_setup(stopped_counters_keep_their_values, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
