/*
 * SPDX-License-Identifier: MIT
 * The rules of perfctr's driver for the Pentium 4's registers, each broken once, and the one it
 * lacks.
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

/* Of one counter: user instructions, unless said otherwise. */
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
                   "0x00000001 of them is set");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x20039000, 0x4000204, 12),
                   "0x20000000 of them is set");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39000, 0x84000204, 12),
                   "bit 31 is reserved");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39000, 0x4000205, 12),
                   "0x04000204 is without them");
    assert_verdict(&with_threads, (struct netburst_raw)RAW(0x39000, 0x4000205, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x19000, 0x4000204, 12), "have to be 3");
    assert_verdict(&with_threads, (struct netburst_raw)RAW(0x19000, 0x4000204, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x38000, 0x4000204, 12),
                   "nothing starts it");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x40038000, 0x4000204, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x38800, 0x4000204, 12), NULL);
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x38800, 0x4000204, 13),
                   "counters 12, 15, 16 and 17");
    assert_verdict(&willamette, (struct netburst_raw)RAW(0x38800, 0x4000204, 12),
                   "came with model 2");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x4039000, 0x4000204, 12),
                   "no value to count up from");
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x39000, 0x4000204, 12, -1),
                   "neither bit 26 nor");
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x4039000, 0x4000204, 12, -1000),
                   NULL);
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x6039000, 0x4000204, 12, -1),
                   NULL);
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x6039000, 0x4000204, 12, -2),
                   "FORCE_OVF (bit 25)");
    assert_verdict(&northwood, (struct netburst_raw)INTERRUPTING(0x8039000, 0x4000204, 12, -1),
                   "bit 26 interrupts it");
    /* Counters 8 to 11 have no ESCR by select 4; IQ_ESCR0 is that of 12, 13 and 16 by select 0. */
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x39000, 0x4000204, 8),
                   "leads counter 8 to no ESCR");
    assert_verdict(&northwood, (struct netburst_raw)RAW(0x31000, 0x4000204, 12), NULL);
    assert_verdict(&prescott, (struct netburst_raw)RAW(0x31000, 0x4000204, 12),
                   "IQ_ESCR0 is there up to model 2");
}

static void assert_control(const struct netburst_raw *raw, unsigned n, const char *word)
{
    const struct netburst_control control = {raw, n, 0, 0};
    int failed = netburst_check_control(&northwood_1, &control, error, sizeof error);
    assert_int_equal(failed, word ? -1 : 0);
    if (word && !strstr(error, word))
        fail_msg("%s; without '%s'", error, word);
}

/* Counters 12 and 13 both read CRU_ESCR0 by select 4, counter 14 CRU_ESCR1. */
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
                   "counters 12 and 13 are both led to CRU_ESCR0, with two values: 0x04000204 and "
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
    assert_pebs(0x03000001, 1, "0x01000001 counts");
    assert_pebs(0x01000009, 1, "0x00000008 is reserved");
    assert_pebs(0, 1, "does nothing without PEBS_ENABLE");
    assert_pebs(0x01000000, 1, "bit 24 and one that says");
    assert_pebs(0x00000001, 1, "bit 24 and one that says");
    assert_pebs(0x01000001, 0, "PEBS_MATRIX_VERT 0x0");
    assert_pebs(0x01000001, 4, "PEBS_MATRIX_VERT 0x4");
    for (unsigned i = 0; i < NETBURST_TAGGED; i++)
        assert_pebs(netburst_tagged[i].enable, netburst_tagged[i].vertical, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_of_one_counter),
        cmocka_unit_test(counters_together),
        cmocka_unit_test(replay_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
