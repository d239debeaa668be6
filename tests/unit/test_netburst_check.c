/*
 * SPDX-License-Identifier: MIT
 * Tests the rules of perfctr's driver for the Pentium 4's registers, each violated once, and the
 * one rule that the driver lacks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/netburst_reading.h"

static const struct netburst_machine northwood_1 = {.model = 2, .stepping = 9, .counter_1 = true};

#define RAW(cccr, escr, counter)                                                                   \
    {                                                                                              \
        cccr, escr, counter, false, 0                                                              \
    }
#define INTERRUPTING(cccr, escr, counter, reload)                                                  \
    {                                                                                              \
        cccr, escr, counter, true, reload                                                          \
    }

/* Checks the registers of one counter, which counts user instructions unless a row changes that. */
static void assert_verdict(const struct netburst_machine *machine, struct netburst_raw raw,
                           const char *word)
{
    int failed = netburst_check_raw(machine, &raw, error, sizeof error);
    assert_int_equal(failed, word ? -1 : 0);
    if (word && !strstr(error, word))
        fail_msg("%s; without '%s'", error, word);
}

static void registers_of_one_counter(void **state)
{
    (void)state;
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39000, 0x4000204, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39000, 0x4000204, 18), "no counter 18");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39001, 0x4000204, 12),
                   "reserved, but 0x00000001 is set");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x20039000, 0x4000204, 12),
                   "reserved, but 0x20000000 is set");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39000, 0x84000204, 12),
                   "bit 31 is reserved");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39000, 0x4000205, 12), "use 0x04000204");
    assert_verdict(&with_threads, (struct netburst_raw)RAW(0x39000, 0x4000205, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x19000, 0x4000204, 12), "must be 3");
    assert_verdict(&with_threads, (struct netburst_raw)RAW(0x19000, 0x4000204, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x38000, 0x4000204, 12),
                   "nothing starts it");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x40038000, 0x4000204, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x38800, 0x4000204, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x38800, 0x4000204, 13),
                   "counters 12, 15, 16 and 17");
    assert_verdict(&willamette, (struct netburst_raw)RAW(0x38800, 0x4000204, 12),
                   "needs model 2 or later");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x4039000, 0x4000204, 12),
                   "no start value");
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x39000, 0x4000204, 12, -1),
                   "neither bit 26 nor");
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x4039000, 0x4000204, 12, -1000),
                   NULL);
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x6039000, 0x4000204, 12, -1),
                   NULL);
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x6039000, 0x4000204, 12, -2),
                   "FORCE_OVF (bit 25)");
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x8039000, 0x4000204, 12, -1),
                   "use bit 26");
    /* Counters 8 to 11 have no ESCR for select 4; IQ_ESCR0 belongs to 12, 13 and 16 with select
     * 0. */
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39000, 0x4000204, 8),
                   "selects no ESCR for counter 8");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x31000, 0x4000204, 12), NULL);
    assert_verdict(&prescott, (struct netburst_raw)RAW(0x31000, 0x4000204, 12),
                   "IQ_ESCR0 exists only up to model 2");
}

static void assert_control(const struct netburst_raw *raw, unsigned n, const char *word)
{
    const struct netburst_control control = {raw, n, 0, 0};
    int failed = netburst_check_control(&northwood_1, &control, error, sizeof error);
    assert_int_equal(failed, word ? -1 : 0);
    if (word && !strstr(error, word))
        fail_msg("%s; without '%s'", error, word);
}

/* Counters 12 and 13 both read CRU_ESCR0 with select 4, counter 14 CRU_ESCR1. */
static void counters_together(void **state)
{
    (void)state;
    const struct netburst_raw twice[] = {RAW(0x39000, 0x4000204, 12), RAW(0x39000, 0x4000204, 12)};
    assert_control(twice, 2, "counter 12 is set twice");
    const struct netburst_raw alike[] = {RAW(0x39000, 0x4000204, 12),
                                         RAW(0x1079000, 0x4000204, 13)};
    assert_control(alike, 2, NULL);
    const struct netburst_raw two[] = {RAW(0x39000, 0x4000204, 12), RAW(0x39000, 0x2000204, 13)};
    assert_control(two, 2,
                   "counters 12 and 13 both use CRU_ESCR0, with two values: 0x04000204 and "
                   "0x02000204");
    const struct netburst_raw apart[] = {RAW(0x39000, 0x4000204, 12), RAW(0x39000, 0x2000204, 14)};
    assert_control(apart, 2, NULL);
}

static void assert_pebs(uint32_t enable, uint32_t vertical, const char *word)
{
    assert_int_equal(netburst_check_pebs(enable, vertical, error, sizeof error), word ? -1 : 0);
    if (word && !strstr(error, word))
        fail_msg("%s; without '%s'", error, word);
}

static void replay_tags(void **state)
{
    (void)state;
    assert_pebs(0, 0, NULL);
    assert_pebs(0x01000001, 1, NULL);
    assert_pebs(0x01018000, 0x10, NULL);
    assert_pebs(0x03000001, 1, "0x01000001 only counts");
    assert_pebs(0x01000009, 1, "0x00000008 is reserved");
    assert_pebs(0, 1, "does nothing without PEBS_ENABLE");
    assert_pebs(0x01000000, 1, "bit 24 and a bit that selects");
    assert_pebs(0x00000001, 1, "bit 24 and a bit that selects");
    assert_pebs(0x01000001, 0, "PEBS_MATRIX_VERT 0x0");
    assert_pebs(0x01000001, 4, "PEBS_MATRIX_VERT 0x4");
    for (unsigned i = 0; i < NETBURST_TAGGED; i++)
        assert_pebs(netburst_tagged[i].enable, netburst_tagged[i].vertical, NULL);
}

/* ---- each bit and counter -------------------------------------------------------------------- */

static bool takes(const struct netburst_machine *machine, struct netburst_raw raw)
{
    return !netburst_check_raw(machine, &raw, error, sizeof error);
}

/*
 * The effect of one more bit in counter 12's 0x39000/0x4000204, without an interrupt. CCCR: bits
 * 10-0, 28 and 29 are reserved; 26 and 27 interrupt; FORCE_OVF (25) needs an interrupt. Select 4
 * (bit 15) becomes 5 with bit 13 and 6 with bit 14, which are CRU_ESCR2 and CRU_ESCR4; bits 12, 16
 * and 17 are already set.
 */
static void each_bit_of_a_cccr(void **state)
{
    (void)state;
    const uint32_t refused = 0x7FF | 7u << 25 | 3u << 28;
    for (unsigned bit = 0; bit < 32; bit++)
        if (takes(&northwood, (struct netburst_raw)RAW(0x39000 | 1u << bit, 0x4000204, 12)) ==
            (refused >> bit & 1))
            fail_msg("CCCR bit %u: %s", bit, error);
}

/* ESCR: bits 1-0 belong to the second logical processor, 31 is reserved; all others select
 * something. */
static void each_bit_of_an_escr(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 32; bit++) {
        struct netburst_raw raw = RAW(0x39000, 0x4000204 | 1u << bit, 12);
        if (takes(&northwood, raw) != (bit > 1 && bit < 31))
            fail_msg("ESCR bit %u: %s", bit, error);
        if (takes(&with_threads, raw) != (bit < 31))
            fail_msg("ESCR bit %u, Hyper-Threading: %s", bit, error);
    }
}

/* Values 0 to 2 of bits 17-16 need Hyper-Threading; so does bit 27 for a counter that
 * interrupts. */
static void threads_that_are_active(void **state)
{
    (void)state;
    for (uint32_t active = 0; active < 4; active++) {
        struct netburst_raw raw = RAW(0x9000 | active << 16, 0x4000204, 12);
        assert_int_equal(takes(&northwood, raw), active == 3);
        assert_true(takes(&with_threads, raw));
    }
    struct netburst_raw second = INTERRUPTING(0x8039000, 0x4000204, 12, -1000);
    assert_false(takes(&northwood, second));
    assert_true(takes(&with_threads, second));
}

/*
 * An ESCR select that is valid for each counter: 0 for BPU (BPU_ESCR0 and 1), 0 for MS (MS_ESCR0
 * and 1), 1 for FLAME (FIRM_ESCR0 and 1), 4 for IQ (CRU_ESCR0 and 1). Extended cascading is
 * reserved except in four CCCRs, and counter 18 does not exist.
 */
static void each_counter(void **state)
{
    (void)state;
    static const uint32_t select[] = {0, 0, 1, 4, 4};
    for (uint8_t counter = 0; counter < 20; counter++) {
        uint32_t routed = 0x30000 | select[counter / 4 % 5] << 13;
        bool extended = counter == 12 || (counter >= 15 && counter <= 17);
        assert_int_equal(
            takes(&northwood_1, (struct netburst_raw)RAW(routed | 0x1000, 0x4000204, counter)),
            counter < 18);
        assert_int_equal(
            takes(&northwood_1, (struct netburst_raw)RAW(routed | 0x800, 0x4000204, counter)),
            extended);
        assert_false(
            takes(&willamette, (struct netburst_raw)RAW(routed | 0x800, 0x4000204, counter)));
        assert_false(takes(&northwood_1, (struct netburst_raw)RAW(routed, 0x4000204, counter)));
    }
}

/* Each bit of PEBS_ENABLE with bit 24, and each PEBS_MATRIX_VERT of five bits with 0x01000001. */
static void each_bit_of_replay_tags(void **state)
{
    (void)state;
    const uint32_t tags = 1u << 0 | 1u << 1 | 1u << 2 | 1u << 9 | 1u << 10 | 1u << 15 | 1u << 16;
    const uint64_t legal = 1ull << 1 | 1ull << 2 | 1ull << 3 | 1ull << 16;
    for (unsigned bit = 0; bit < 32; bit++)
        assert_int_equal(netburst_check_pebs(0x01000000 | 1u << bit, 1, error, sizeof error) == 0,
                         tags >> bit & 1);
    for (uint32_t vertical = 0; vertical < 32; vertical++)
        assert_int_equal(netburst_check_pebs(0x01000001, vertical, error, sizeof error) == 0,
                         legal >> vertical & 1);
}

/* Counters 12, 13 and 16 are one side of their block, 14, 15 and 17 the other. The same select
 * gives any two of a side the same ESCR, and never gives a counter an ESCR of the other side. */
static void any_two_on_one_escr(void **state)
{
    (void)state;
    const uint32_t first_side = 1u << 12 | 1u << 13 | 1u << 16;
    for (uint8_t a = 12; a < 18; a++)
        for (uint8_t b = 12; b < 18; b++) {
            const struct netburst_raw two[] = {RAW(0x39000, 0x4000204, a),
                                               RAW(0x39000, 0x2000204, b)};
            bool together = (first_side >> a & 1) == (first_side >> b & 1);
            assert_control(two, 2,
                           a == b     ? "is set twice"
                           : together ? "with two values: 0x04000204 and 0x02000204"
                                      : NULL);
        }
    /* The third of three, and a wrong PEBS_ENABLE with counters that are right. */
    const struct netburst_raw three[] = {RAW(0x39000, 0x4000204, 12), RAW(0x39000, 0x2000204, 14),
                                         RAW(0x39000, 0x2000204, 16)};
    assert_control(three, 3, "counters 12 and 16 both use CRU_ESCR0");
    const struct netburst_control control = {three, 2, 0x03000001, 1};
    assert_int_equal(netburst_check_control(&northwood_1, &control, error, sizeof error), -1);
    assert_non_null(strstr(error, "PEBS_ENABLE 0x03000001"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_of_one_counter),
        cmocka_unit_test(counters_together),
        cmocka_unit_test(replay_tags),
        cmocka_unit_test(each_bit_of_a_cccr),
        cmocka_unit_test(each_bit_of_an_escr),
        cmocka_unit_test(threads_that_are_active),
        cmocka_unit_test(each_counter),
        cmocka_unit_test(each_bit_of_replay_tags),
        cmocka_unit_test(any_two_on_one_escr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
