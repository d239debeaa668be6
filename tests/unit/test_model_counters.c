/*
 * SPDX-License-Identifier: MIT
 * Tests CESR, CTR0, CTR1, TSC and TR12 as software sees them.
 */
#include "test_model.h"

enum { TR12 = 0x0e, TSC = 0x10, CESR = 0x11, CTR0 = 0x12, CTR1 = 0x13 };

/* Control fields of one half of CESR. */
enum { RING_0_TO_2 = 1 << 6, RING_3 = 2 << 6, CLOCKS = 4 << 6 };

#define WRAP (1ull << 40)

/* Reading a counter takes 5 clocks more than reading another MSR, besides the instruction's own. */
#define COUNTER_READ 5

static uint64_t read_msr(struct model *model, uint32_t msr)
{
    uint64_t value = 0;

    assert_int_equal(model_read_msr(model, msr, &value), 0);
    return value;
}

static void write_msr(struct model *model, uint32_t msr, uint64_t value)
{
    assert_int_equal(model_write_msr(model, msr, value), 0);
}

static void segments(struct model *model, unsigned times)
{
    model_segment_load(model, times);
}

static const unsigned SEGMENTS = P5_segment_register_loaded | RING_0_TO_2;

/* At reset nothing counts; after a write to CESR each counter counts its own event. */
static void two_events(void **state)
{
    struct model *model = *state;

    assert_int_equal(read_msr(model, CESR), 0);
    segments(model, 3);
    assert_int_equal(read_msr(model, CTR0), 0);
    write_msr(model, CESR, SEGMENTS | (P5_breakpoint_match_DR2 | RING_0_TO_2) << 16);
    segments(model, 5);
    model_breakpoint(model, 2);
    assert_int_equal(read_msr(model, CTR0), 5);
    assert_int_equal(read_msr(model, CTR1), 1);
    segments(model, 1);
    assert_int_equal(read_msr(model, CTR0), 6);
}

/* Bits 15-10 and 31-26 stay 0; the pin bits 9 and 25 are stored. */
static void reserved_bits(void **state)
{
    struct model *model = *state;

    write_msr(model, CESR, 0xffffffff);
    assert_int_equal(read_msr(model, CESR), 0x03ff03ff);
    write_msr(model, CESR, 0x02000200);
    assert_int_equal(read_msr(model, CESR), 0x02000200);
}

/* A counter keeps its value when its event changes, and continues from there. */
static void event_changed(void **state)
{
    struct model *model = *state;

    write_msr(model, CESR, SEGMENTS);
    segments(model, 5);
    write_msr(model, CESR, P5_breakpoint_match_DR0 | RING_0_TO_2);
    segments(model, 5);
    model_breakpoint(model, 0);
    assert_int_equal(read_msr(model, CTR0), 6);
    write_msr(model, CESR, 0); /* both control fields 0: stopped */
    model_breakpoint(model, 0);
    assert_int_equal(read_msr(model, CTR0), 6);
}

/* 40 bits: 2^40 - 2 plus three is 1. A write loses bits above 39. */
static void wraps_at_40_bits(void **state)
{
    struct model *model = *state;

    write_msr(model, CESR, SEGMENTS | SEGMENTS << 16);
    write_msr(model, CTR0, WRAP - 2);
    segments(model, 1);
    assert_int_equal(read_msr(model, CTR0), WRAP - 1);
    segments(model, 2);
    assert_int_equal(read_msr(model, CTR0), 1);
    write_msr(model, CTR1, 0xffff000000000007ull);
    assert_int_equal(read_msr(model, CTR1), 7);
}

/* If WRMSR sets 32 bits, bit 31 is copied to the eight bits above. */
static void writes_of_32_bits(void **unused)
{
    struct model_config config = model_config_default();
    struct model *model;

    (void)unused;
    config.counter_write_bits = 32;
    model = model_create(&config);
    assert_non_null(model);
    write_msr(model, CTR0, 0x12380000000ull);
    assert_int_equal(read_msr(model, CTR0), 0xff80000000ull);
    write_msr(model, CTR0, 0x1237fffffffull);
    assert_int_equal(read_msr(model, CTR0), 0x7fffffffull);
    model_destroy(model);
}

/* Rings 0 to 2, ring 3 or both, separately for each counter. */
static void rings(void **state)
{
    struct model *model = *state;

    write_msr(model, CESR, (P5_segment_register_loaded | RING_3) | (uint32_t)SEGMENTS << 16);
    segments(model, 1);
    model_set_ring(model, 3);
    segments(model, 10);
    model_set_ring(model, 2);
    segments(model, 100);
    assert_int_equal(read_msr(model, CTR0), 10);
    assert_int_equal(read_msr(model, CTR1), 101);
    write_msr(model, CESR, P5_segment_register_loaded | RING_3 | RING_0_TO_2);
    model_set_ring(model, 3);
    segments(model, 1000);
    assert_int_equal(read_msr(model, CTR0), 1010);
}

/* Bit 8 counts clocks by ring, regardless of the event; alone it counts nothing. */
static void clocks(void **state)
{
    struct model *model = *state;

    write_msr(model, CESR, SEGMENTS | CLOCKS | (RING_3 | CLOCKS) << 16);
    model_idle(model, 100);
    segments(model, 7);
    assert_int_equal(read_msr(model, CTR0), 100 + COUNTER_READ);
    assert_int_equal(read_msr(model, CTR1), 0);
    model_set_ring(model, 3);
    model_idle(model, 50);
    assert_int_equal(read_msr(model, CTR1), 50 + COUNTER_READ);
    write_msr(model, CESR, CLOCKS);
    write_msr(model, CTR0, 0);
    model_idle(model, 50);
    assert_int_equal(read_msr(model, CTR0), 0);
}

/* RDMSR of a counter takes 27 clocks, and the value includes all of them; the RDMSR itself is not
 * included as an instruction. */
static void reading_itself(void **state)
{
    struct model *model = *state;
    const struct code rdmsr = CODE(model, /* rdmsr */ "\x0f\x32");
    uint64_t value;

    assert_true(rdmsr.insns[0].timing.starts_block && rdmsr.insns[0].timing.ends_block);
    write_msr(model, CESR, RING_0_TO_2 | CLOCKS | (P5_instructions_executed | RING_0_TO_2) << 16);
    model_issue(model, &rdmsr.insns[0]);
    assert_int_equal(read_msr(model, CTR0), 27);
    model_retire(model, rdmsr.insns, 1);
    model_issue(model, &rdmsr.insns[0]);
    value = read_msr(model, CTR1);
    model_retire(model, rdmsr.insns, 1);
    assert_int_equal(value, 1);
    assert_int_equal(model_clock(model), 54);
}

/* Event 28h is the sum of 00h and 01h, 29h that of 03h and 04h. */
static void sums(void **state)
{
    struct model *model = *state;

    write_msr(model, CESR,
              (P5_data_read_or_write | RING_0_TO_2) | (P5_data_read_or_write_miss | RING_0_TO_2)
                                                          << 16);
    model_data(model, NULL, DATA_ADDRESS, DATA_ADDRESS + 3, 4, ACCESS_READ);
    model_data(model, NULL, DATA_ADDRESS, DATA_ADDRESS + 3, 4, ACCESS_WRITE);
    model_data(model, NULL, DATA_ADDRESS + 64, DATA_ADDRESS + 67, 4, ACCESS_WRITE);
    assert_int_equal(read_msr(model, CTR0), 3);
    assert_int_equal(read_msr(model, CTR1), 2);
}

/* Codes that the P54C reserves, and the P55C's codes, count nothing on a P54C. */
static void reserved_events(void **state)
{
    static const uint8_t codes[] = {0x10, 0x11, 0x20, 0x21, 0x2a, 0x30, 0x3f};
    struct model *model = *state;
    const struct code code = CODE(model, /* inc eax / inc ebx */ "\x40\x43");

    for (size_t i = 0; i < sizeof codes; i++) {
        write_msr(model, CESR, codes[i] | RING_0_TO_2);
        play(model, &code);
        segments(model, 1);
        assert_int_equal(read_msr(model, CTR0), 0);
    }
}

/* The TSC advances with the clock, from any value, and HLT does not stop it. */
static void time_stamp(void **state)
{
    struct model *model = *state;

    model_idle(model, 10);
    assert_int_equal(read_msr(model, TSC), 10);
    write_msr(model, TSC, 0xfffffffffffffffaull);
    model_idle(model, 10);
    assert_int_equal(read_msr(model, TSC), 4);
}

/* 1Fh, 14h and the unassigned MSRs do not exist: -1, so that the processor raises #GP. A P54C has
 * no RDPMC. */
static void absent_registers(void **state)
{
    static const uint32_t absent[] = {0x03, 0x0a, 0x0f, 0x14, 0x1b, 0xc0000080};
    struct model *model = *state;
    uint64_t value;

    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        assert_int_equal(model_read_msr(model, absent[i], &value), -1);
        assert_int_equal(model_write_msr(model, absent[i], 0), -1);
    }
    assert_int_equal(model_read_pmc(model, 0, &value), -1);
}

/* P55C: RDPMC reads both counters and rejects a third; 30h on counter 0 is clocks outside HLT. */
static void p55c(void **unused)
{
    struct model_config config;
    struct model *model;
    uint64_t value;
    struct code code;

    (void)unused;
    assert_int_equal(model_config_named("p55c", &config), 0);
    model = model_create(&config);
    assert_non_null(model);
    write_msr(model, CESR, 0x30 | RING_0_TO_2 | (uint32_t)SEGMENTS << 16);
    code = CODE(model, /* mul ebx */ "\xf7\xe3");
    play(model, &code);
    model_idle(model, 1000);
    segments(model, 2);
    assert_int_equal(model_read_pmc(model, 0, &value), 0);
    assert_int_equal(value, 9);
    assert_int_equal(model_read_pmc(model, 1, &value), 0);
    assert_int_equal(value, 2);
    assert_int_equal(model_read_pmc(model, 2, &value), -1);
    model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MODEL_TEST(two_events),
        MODEL_TEST(reserved_bits),
        MODEL_TEST(event_changed),
        MODEL_TEST(wraps_at_40_bits),
        cmocka_unit_test(writes_of_32_bits),
        MODEL_TEST(rings),
        MODEL_TEST(clocks),
        MODEL_TEST(reading_itself),
        MODEL_TEST(sums),
        MODEL_TEST(reserved_events),
        MODEL_TEST(time_stamp),
        MODEL_TEST(absent_registers),
        cmocka_unit_test(p55c),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
