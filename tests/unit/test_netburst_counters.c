/*
 * SPDX-License-Identifier: MIT
 * Tests the Pentium 4's counters over a stream of events that is written out: filters, cascades,
 * interrupts, registers, errata. Rules: SDM volume 3, 18.15; each number is counted by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "sim/counters/p4_counters.h"

enum { SELECT = 2, OS = ESCR_OS, USR = ESCR_USR };
enum { EN = CCCR_ENABLE, ALL = CCCR_THREADS, CMP = CCCR_COMPARE, NOT = CCCR_COMPLEMENT };
enum { EDGE = CCCR_EDGE, PMI = CCCR_OVF_PMI };
#define OVF CCCR_OVF

#define COUNTER(n)   (0x300u + (n))
#define CCCR(n)      (0x360u + (n))
#define CRU_ESCR0    0x3b8u /* counters 12, 13, 16; routing 4 */
#define CRU_ESCR1    0x3b9u /* 14, 15, 17 */
#define CRU_ESCR2    0x3ccu /* 12, 13, 16; routing 5 */
#define CRU_ESCR3    0x3cdu
#define ROUTING(n)   ((uint32_t)(n) << 13)
#define THRESHOLD(n) ((uint32_t)(n) << 20)
#define MINUS(n)     ((1ull << 40) - (n))

static const struct p4_family northwood = {
    .extended_cascade = true, .iq_escrs = true, .reserved_faults = true, .late_interrupt = true};

/* The event mask selects the lines. */
static p4_lines lines(void *model, unsigned escr, unsigned select, unsigned mask)
{
    (void)model;
    (void)escr;
    return select == SELECT ? mask : 0;
}

static struct p4_counters made(const struct p4_family *family)
{
    struct p4_counters counters;

    p4_counters_reset(&counters, family, &(struct p4_source){.lines = lines});
    return counters;
}

static void put(struct p4_counters *counters, uint32_t msr, uint64_t value)
{
    assert_int_equal(p4_counter_msr_write(counters, msr, value), 0);
}

static uint64_t got(const struct p4_counters *counters, uint32_t msr)
{
    uint64_t value = 0;

    assert_int_equal(p4_counter_msr_read(counters, msr, &value), 0);
    return value;
}

static uint32_t escr(unsigned mask, unsigned rings)
{
    return (uint32_t)SELECT << 25 | mask << 9 | rings;
}

/* Plays n clocks with these numbers of events on lines 0 and 1. */
static void clocks(struct p4_counters *counters, unsigned first, unsigned second, uint64_t n)
{
    struct p4_clock clock = {.any = (first ? 1 : 0) | (second ? 2 : 0),
                             .events = {(uint8_t)first, (uint8_t)second}};

    p4_counters_simulate(counters, &clock, n);
}

static const uint8_t stream[] = {0, 1, 3, 3, 0, 2, 1, 0};

static uint64_t counted(uint32_t cccr)
{
    struct p4_counters counters = made(&northwood);

    put(&counters, CRU_ESCR0, escr(1, OS));
    put(&counters, CCCR(12), EN | ALL | ROUTING(4) | cccr);
    for (size_t i = 0; i < sizeof stream; i++)
        clocks(&counters, stream[i], 0, 1);
    return got(&counters, COUNTER(12));
}

/* ---- filters -------------------------------------------------------------------------------- */

/* 1 + 3 + 3 + 2 + 1. Without compare, threshold, complement and edge have no effect. */
static void test_plain(void **state)
{
    (void)state;
    assert_int_equal(counted(0), 10);
    assert_int_equal(counted(NOT | THRESHOLD(5) | EDGE), 10);
}

/* Clocks, out of eight, with more events than the threshold; complement counts all others. */
static void test_thresholds(void **state)
{
    static const unsigned more[] = {5, 3, 2, 0};

    (void)state;
    for (unsigned t = 0; t < 4; t++) {
        assert_int_equal(counted(CMP | THRESHOLD(t)), more[t]);
        assert_int_equal(counted(CMP | NOT | THRESHOLD(t)), 8 - more[t]);
    }
}

/* More than 0 begins in the second and the sixth clock; more than 1 in the third and sixth; more
 * than 2 in the third. No more than 0 begins in the first, fifth and last; no more than 1 in the
 * first, fifth and seventh. */
static void test_edges(void **state)
{
    (void)state;
    assert_int_equal(counted(CMP | EDGE | THRESHOLD(0)), 2);
    assert_int_equal(counted(CMP | EDGE | THRESHOLD(1)), 2);
    assert_int_equal(counted(CMP | EDGE | THRESHOLD(2)), 1);
    assert_int_equal(counted(CMP | EDGE | NOT | THRESHOLD(0)), 3);
    assert_int_equal(counted(CMP | EDGE | NOT | THRESHOLD(1)), 3);
}

/* No more than 15 is always true, so each clock counts (SDM 18.17.2), but none without an event
 * selected. */
static void test_filter_as_clock(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    assert_int_equal(counted(CMP | NOT | THRESHOLD(15)), 8);
    put(&counters, CCCR(12), EN | ALL | ROUTING(4) | CMP | NOT | THRESHOLD(15));
    clocks(&counters, 1, 0, 100);
    assert_int_equal(got(&counters, COUNTER(12)), 0);
    put(&counters, CRU_ESCR0, escr(0, OS));
    clocks(&counters, 1, 0, 1000000);
    assert_int_equal(got(&counters, COUNTER(12)), 1000000);
}

/* An input has four bits: 20 counts as 15, and both lines of the mask are added. */
static void test_input_of_four_bits(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    put(&counters, CRU_ESCR0, escr(3, OS));
    put(&counters, CCCR(12), EN | ALL | ROUTING(4));
    clocks(&counters, 20, 0, 1);
    clocks(&counters, 5, 6, 1);
    assert_int_equal(got(&counters, COUNTER(12)), 15 + 11);
}

/* ---- rings and routing ---------------------------------------------------------------------- */

static void test_rings(void **state)
{
    static const struct {
        unsigned rings, in_0, in_3;
    } rows[] = {{OS, 1, 0}, {USR, 0, 1}, {OS | USR, 1, 1}, {0, 0, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct p4_counters counters = made(&northwood);

        put(&counters, CRU_ESCR0, escr(1, rows[i].rings));
        put(&counters, CCCR(12), EN | ALL | ROUTING(4));
        clocks(&counters, 1, 0, 10);
        assert_int_equal(got(&counters, COUNTER(12)), 10 * rows[i].in_0);
        p4_counters_set_ring(&counters, 3);
        clocks(&counters, 1, 0, 10);
        assert_int_equal(got(&counters, COUNTER(12)), 10 * (rows[i].in_0 + rows[i].in_3));
    }
}

static bool any_ring(void *model, unsigned escr, unsigned select)
{
    (void)model;
    (void)escr;
    return select == SELECT;
}

/* An event that ignores rings counts in each ring if any ring is selected. */
static void test_any_ring(void **state)
{
    static const uint32_t asked[] = {0, OS, USR, OS | USR};
    const struct p4_source source = {lines, any_ring, NULL};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct p4_counters counters;

        p4_counters_reset(&counters, &northwood, &source);
        put(&counters, CRU_ESCR0, escr(1, asked[i]));
        put(&counters, CCCR(12), EN | ALL | ROUTING(4));
        clocks(&counters, 1, 0, 4);
        p4_counters_set_ring(&counters, 3);
        clocks(&counters, 1, 0, 3);
        assert_int_equal(got(&counters, COUNTER(12)), i ? 7 : 0);
    }
}

/* One ESCR feeds 12, 13 and 16 and no other. Without bits 17 and 16, or with a wrong routing,
 * nothing counts. */
static void test_routing(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    put(&counters, CRU_ESCR0, escr(1, OS));
    for (unsigned n = 12; n < 18; n++)
        put(&counters, CCCR(n), EN | ALL | ROUTING(4));
    clocks(&counters, 1, 0, 7);
    for (unsigned n = 12; n < 18; n++)
        assert_int_equal(got(&counters, COUNTER(n)), n == 12 || n == 13 || n == 16 ? 7 : 0);
    put(&counters, CCCR(12), EN | ROUTING(4));
    put(&counters, CCCR(13), EN | ALL | ROUTING(5));
    clocks(&counters, 1, 0, 7);
    assert_int_equal(got(&counters, COUNTER(12)), 7);
    assert_int_equal(got(&counters, COUNTER(13)), 7);
    assert_int_equal(got(&counters, COUNTER(16)), 14);
}

/* ---- overflow and cascade ------------------------------------------------------------------- */

static void test_overflow(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    put(&counters, CRU_ESCR0, escr(1, OS));
    put(&counters, COUNTER(12), MINUS(10));
    put(&counters, CCCR(12), EN | ALL | ROUTING(4));
    clocks(&counters, 3, 0, 3);
    assert_int_equal(got(&counters, CCCR(12)) & OVF, 0);
    clocks(&counters, 3, 0, 1);
    assert_int_equal(got(&counters, COUNTER(12)), 2);
    assert_true(got(&counters, CCCR(12)) & OVF);
    clocks(&counters, 3, 0, 1);
    assert_true(got(&counters, CCCR(12)) & OVF);
    put(&counters, CCCR(12), EN | ALL | ROUTING(4));
    assert_int_equal(got(&counters, CCCR(12)) & OVF, 0);
}

/* SDM, example 18-1: 200 events in one counter, and then up to 400 in the other. Of 1000 clocks
 * with an event each, 12 counts all, 14 those after the 200th. */
static void test_cascade(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    put(&counters, CRU_ESCR0, escr(1, OS));
    put(&counters, CRU_ESCR1, escr(1, OS));
    put(&counters, COUNTER(12), MINUS(200));
    put(&counters, COUNTER(14), MINUS(400));
    put(&counters, CCCR(14), CCCR_CASCADE | ALL | ROUTING(4));
    put(&counters, CCCR(12), EN | ALL | ROUTING(4));
    clocks(&counters, 1, 0, 200);
    assert_int_equal(got(&counters, COUNTER(14)), MINUS(400));
    clocks(&counters, 1, 0, 399);
    assert_int_equal(got(&counters, COUNTER(14)), MINUS(1));
    assert_int_equal(got(&counters, CCCR(14)) & OVF, 0);
    clocks(&counters, 1, 0, 401);
    assert_int_equal(got(&counters, COUNTER(12)), 800);
    assert_int_equal(got(&counters, COUNTER(14)), 400);
    assert_true(got(&counters, CCCR(14)) & OVF);
}

/* A cascade ends when OVF of the starting counter is cleared, or the cascade bit of the started
 * one. */
static void test_cascade_ends(void **state)
{
    (void)state;
    for (unsigned way = 0; way < 2; way++) {
        struct p4_counters counters = made(&northwood);

        put(&counters, CRU_ESCR0, escr(1, OS));
        put(&counters, CRU_ESCR1, escr(1, OS));
        put(&counters, COUNTER(12), MINUS(1));
        put(&counters, CCCR(14), CCCR_CASCADE | ALL | ROUTING(4));
        put(&counters, CCCR(12), EN | ALL | ROUTING(4));
        clocks(&counters, 1, 0, 6);
        assert_int_equal(got(&counters, COUNTER(14)), 5);
        if (way)
            put(&counters, CCCR(14), ALL | ROUTING(4));
        else
            put(&counters, CCCR(12), EN | ALL | ROUTING(4));
        clocks(&counters, 1, 0, 6);
        assert_int_equal(got(&counters, COUNTER(14)), 5);
    }
}

/* SDM, example 18-2, with separate ESCRs: 16 starts 12 through bit 11. The overflow of 14 starts
 * nothing. */
static void test_extended_cascade(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    put(&counters, CRU_ESCR0, escr(2, OS));
    put(&counters, CRU_ESCR2, escr(1, OS));
    put(&counters, CRU_ESCR3, escr(1, OS));
    put(&counters, COUNTER(14), MINUS(10));
    put(&counters, COUNTER(16), MINUS(200));
    put(&counters, CCCR(12), CCCR_EXTENDED | ALL | ROUTING(4));
    put(&counters, CCCR(14), EN | ALL | ROUTING(5));
    put(&counters, CCCR(16), EN | ALL | ROUTING(5));
    clocks(&counters, 1, 3, 200);
    assert_int_equal(got(&counters, COUNTER(12)), 0);
    clocks(&counters, 1, 3, 50);
    assert_int_equal(got(&counters, COUNTER(12)), 150);
}

/* Willamettes have no bit 11; the other models have it only in CCCR 12, 15, 16 and 17. */
static void test_who_has_the_extended_one(void **state)
{
    struct p4_family willamette = northwood;
    struct p4_counters old, counters = made(&northwood);

    (void)state;
    willamette.extended_cascade = false;
    old = made(&willamette);
    for (unsigned n = 0; n < 18; n++) {
        const int has = n == 12 || n >= 15 ? 0 : -1;
        assert_int_equal(p4_counter_msr_write(&counters, CCCR(n), CCCR_EXTENDED | ALL), has);
        assert_int_equal(p4_counter_msr_write(&old, CCCR(n), CCCR_EXTENDED | ALL), -1);
    }
}

/* Each increment is an overflow. */
static void test_forced_overflow(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    put(&counters, CRU_ESCR0, escr(1, OS));
    put(&counters, CCCR(12), EN | ALL | ROUTING(4) | CCCR_FORCE_OVF);
    clocks(&counters, 0, 0, 5);
    assert_int_equal(got(&counters, CCCR(12)) & OVF, 0);
    clocks(&counters, 1, 0, 1);
    assert_true(got(&counters, CCCR(12)) & OVF);
    assert_int_equal(got(&counters, COUNTER(12)), 1);
}

/* A counter that stores samples: with a reset value of -10 the third overflow follows the 30th
 * event. It continues from the reset value, drops any excess, sets no OVF and starts no cascade. */
static void test_reloads(void **state)
{
    struct p4_counters counters = made(&northwood);
    const struct p4_clock event = {.any = 1, .events = {1}};

    (void)state;
    put(&counters, CRU_ESCR0, escr(1, OS));
    put(&counters, COUNTER(16), MINUS(10));
    counters.counter[16].reloads = true;
    counters.counter[16].reset = MINUS(10);
    put(&counters, CCCR(12), CCCR_EXTENDED | ALL | ROUTING(4));
    put(&counters, CCCR(16), EN | ALL | ROUTING(4) | PMI);
    clocks(&counters, 1, 0, 29);
    assert_true(p4_counters_would_overflow(&counters, 16, &event));
    assert_int_equal(counters.counter[16].overflows, 2);
    clocks(&counters, 1, 0, 1);
    assert_false(p4_counters_would_overflow(&counters, 16, &event));
    assert_int_equal(counters.counter[16].overflows, 3);
    assert_int_equal(got(&counters, COUNTER(16)), MINUS(10));
    clocks(&counters, 1, 0, 9);
    clocks(&counters, 5, 0, 1);
    assert_int_equal(got(&counters, COUNTER(16)), MINUS(10));
    assert_int_equal(got(&counters, CCCR(16)) & OVF, 0);
    assert_int_equal(got(&counters, COUNTER(12)), 0);
    assert_int_equal(p4_counters_interrupted(&counters), 0);
}

/* ---- interrupts ----------------------------------------------------------------------------- */

/* The interrupt comes with the event after the overflow: for each N events the value is -N + 1
 * (18.15.5.8). */
static void test_interrupt_comes_with_the_next_event(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    put(&counters, CRU_ESCR0, escr(1, OS));
    put(&counters, COUNTER(12), MINUS(9));
    put(&counters, CCCR(12), EN | ALL | ROUTING(4) | PMI);
    clocks(&counters, 1, 0, 9);
    clocks(&counters, 0, 0, 100);
    assert_int_equal(p4_counters_interrupted(&counters), 0);
    clocks(&counters, 1, 0, 1);
    assert_int_equal(p4_counters_interrupted(&counters), 1 << 12);
    clocks(&counters, 1, 0, 50);
    assert_int_equal(p4_counters_interrupted(&counters), 0);
}

/* Model 2 has no interrupt of a counter that another one started (18.15.5.7). */
static void test_interrupt_of_a_cascade(void **state)
{
    (void)state;
    for (unsigned may = 0; may < 2; may++) {
        struct p4_family family = northwood;
        struct p4_counters counters;

        family.cascade_interrupts = may;
        counters = made(&family);
        put(&counters, CRU_ESCR0, escr(1, OS));
        put(&counters, CRU_ESCR1, escr(1, OS));
        put(&counters, COUNTER(12), MINUS(1));
        put(&counters, COUNTER(14), MINUS(5));
        put(&counters, CCCR(14), CCCR_CASCADE | PMI | ALL | ROUTING(4));
        put(&counters, CCCR(12), EN | ALL | ROUTING(4));
        clocks(&counters, 1, 0, 20);
        assert_int_equal(p4_counters_interrupted(&counters), may << 14);
    }
}

/* ---- registers ------------------------------------------------------------------------------ */

static void test_reserved_bits(void **state)
{
    struct p4_counters counters = made(&northwood);

    (void)state;
    assert_int_equal(p4_counter_msr_write(&counters, CCCR(12), ALL | 1u << 27), -1);
    assert_int_equal(p4_counter_msr_write(&counters, CCCR(12), ALL | 1u << 28), -1);
    assert_int_equal(p4_counter_msr_write(&counters, CCCR(12), ALL | 1), -1);
    assert_int_equal(p4_counter_msr_write(&counters, CRU_ESCR0, 1ull << 32), -1);
    assert_int_equal(p4_counter_msr_write(&counters, CRU_ESCR0, 1u << 31), -1);
    assert_int_equal(got(&counters, CRU_ESCR0), 0);
}

/* Model 3 has no IQ_ESCR0; no model has SSU_ESCR1. */
static void test_which_there_are(void **state)
{
    struct p4_family prescott = northwood;
    struct p4_counters counters = made(&northwood), later;
    uint64_t value;

    (void)state;
    prescott.iq_escrs = false;
    later = made(&prescott);
    assert_int_equal(p4_counter_msr_read(&counters, 0x3ba, &value), 0);
    assert_int_equal(p4_counter_msr_read(&later, 0x3ba, &value), -1);
    assert_int_equal(p4_counter_msr_read(&counters, 0x3bf, &value), -1);
    assert_int_equal(p4_counter_msr_read(&counters, 0x312, &value), -1);
    assert_int_equal(p4_counter_msr_read(&counters, 0x372, &value), -1);
}

static void test_rdpmc(void **state)
{
    struct p4_counters counters = made(&northwood);
    uint64_t value;

    (void)state;
    put(&counters, COUNTER(17), 0xab12345678);
    assert_int_equal(p4_counter_msr_rdpmc(&counters, 17, &value), 0);
    assert_int_equal(value, 0xab12345678);
    assert_int_equal(p4_counter_msr_rdpmc(&counters, 0x80000011, &value), 0);
    assert_int_equal(value, 0x12345678);
    assert_int_equal(p4_counter_msr_rdpmc(&counters, 18, &value), -1);
}

/* ---- errata --------------------------------------------------------------------------------- */

/* N15: the low half is FFFFFFFFh and an event occurs in the clock of the write. */
static void test_write_erratum(void **state)
{
    (void)state;
    for (unsigned has = 0; has < 2; has++) {
        struct p4_family family = northwood;
        struct p4_counters counters;

        family.erratum_write = has;
        counters = made(&family);
        put(&counters, CRU_ESCR0, escr(1, OS));
        put(&counters, COUNTER(12), 0xfffffffe);
        put(&counters, CCCR(12), EN | ALL | ROUTING(4));
        clocks(&counters, 1, 0, 1);
        put(&counters, COUNTER(12), 5);
        assert_int_equal(got(&counters, COUNTER(12)), has ? (1ull << 32) + 5 : 5);
        put(&counters, COUNTER(12), 5); /* again, as Linux does */
        assert_int_equal(got(&counters, COUNTER(12)), 5);
    }
}

/* N17: a counter that is stopped in the clock of the carry lacks 2^32; a clock later it does
 * not. */
static void test_stop_erratum(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct p4_family family = northwood;
        struct p4_counters counters;

        family.erratum_stop = true;
        counters = made(&family);
        put(&counters, CRU_ESCR0, escr(1, OS));
        put(&counters, COUNTER(12), 0xfffffffe);
        put(&counters, CCCR(12), EN | ALL | ROUTING(4));
        clocks(&counters, 1, 0, 2 + late);
        put(&counters, CCCR(12), ALL | ROUTING(4));
        assert_int_equal(got(&counters, COUNTER(12)), late ? (1ull << 32) + 1 : 0);
    }
}

static void test_dead_cccr1(void **state)
{
    (void)state;
    for (unsigned has = 0; has < 2; has++) {
        struct p4_family family = northwood;
        struct p4_counters counters;

        family.erratum_dead_cccr1 = has;
        counters = made(&family);
        put(&counters, 0x3b2, escr(1, OS)); /* BPU_ESCR0, routing 0 */
        put(&counters, CCCR(0), EN | ALL);
        put(&counters, CCCR(1), EN | ALL);
        clocks(&counters, 1, 0, 9);
        assert_int_equal(got(&counters, COUNTER(0)), 9);
        assert_int_equal(got(&counters, COUNTER(1)), has ? 0 : 9);
    }
}

/* A million identical clocks give the same as a million single ones. */
static void test_many_at_once(void **state)
{
    struct p4_counters once = made(&northwood), each = made(&northwood);
    struct p4_counters *both[] = {&once, &each};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        put(both[i], CRU_ESCR0, escr(1, OS));
        put(both[i], CRU_ESCR1, escr(2, OS));
        put(both[i], COUNTER(12), MINUS(1000));
        put(both[i], COUNTER(14), MINUS(100));
        put(both[i], CCCR(13), EN | ALL | ROUTING(4) | CMP | EDGE);
        put(both[i], CCCR(14), CCCR_CASCADE | ALL | ROUTING(4));
        put(both[i], CCCR(12), EN | ALL | ROUTING(4) | PMI);
    }
    clocks(&once, 3, 2, 5000);
    for (unsigned i = 0; i < 5000; i++)
        clocks(&each, 3, 2, 1);
    for (unsigned n = 12; n < 15; n++) {
        assert_int_equal(got(&once, COUNTER(n)), got(&each, COUNTER(n)));
        assert_int_equal(got(&once, CCCR(n)), got(&each, CCCR(n)));
    }
    assert_int_equal(once.interrupts, each.interrupts);
    assert_int_equal(got(&once, COUNTER(12)), 14000);
    assert_int_equal(got(&once, COUNTER(13)), 1);
    /* 334 clocks until 1000 overflows in steps of three; two in each of the other 4666, less
     * 100. */
    assert_int_equal(got(&once, COUNTER(14)), 2 * 4666 - 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_thresholds),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_filter_as_clock),
        cmocka_unit_test(test_input_of_four_bits),
        cmocka_unit_test(test_rings),
        cmocka_unit_test(test_any_ring),
        cmocka_unit_test(test_routing),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_cascade),
        cmocka_unit_test(test_cascade_ends),
        cmocka_unit_test(test_extended_cascade),
        cmocka_unit_test(test_who_has_the_extended_one),
        cmocka_unit_test(test_forced_overflow),
        cmocka_unit_test(test_reloads),
        cmocka_unit_test(test_interrupt_comes_with_the_next_event),
        cmocka_unit_test(test_interrupt_of_a_cascade),
        cmocka_unit_test(test_reserved_bits),
        cmocka_unit_test(test_which_there_are),
        cmocka_unit_test(test_rdpmc),
        cmocka_unit_test(test_write_erratum),
        cmocka_unit_test(test_stop_erratum),
        cmocka_unit_test(test_dead_cccr1),
        cmocka_unit_test(test_many_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
