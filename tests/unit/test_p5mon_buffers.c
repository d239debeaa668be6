/*
 * SPDX-License-Identifier: MIT
 * Tests the p5mon driver's buffers and the library's checks against bytes laid out by hand from the
 * thesis's Figures 2.1, 3.2 and 3.3.
 *
 * CESR, Figure 2.1: bits 0-5 event of counter 0, 6-8 its control (ring 0-2, ring 3, clocks), 9 its
 * pin; counter 1's are 16 bits higher. So data_read_miss (03h) at user level is 03h + 80h = 083h,
 * and data_read (00h) at user level 080h: Figures 3.4 and B.1 have 00800083h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "libp5mon/libp5mon.h"
#include "libp5mon/p5mon_device.h"

#define MISSES_AND_READS 0x00800083u

static CNT_CONFIG figure_3_6(CNT_CLR clr)
{
    return (CNT_CONFIG){
        .event0 = data_read_miss,
        .ctrl0 = evt_user,
        .event1 = data_read,
        .ctrl1 = evt_user,
        .clr = clr,
        .init0 = 0x123456789A,
        .init1 = 0xFFFFFFFFFE,
    };
}

static void five_bytes_without_presets(void **unused)
{
    static const CNT_CLR modes[] = {clr_none, clr_0, clr_1, clr_0_1};
    (void)unused;
    for (unsigned i = 0; i < 4; i++) {
        uint8_t expected[] = {0x83, 0x00, 0x80, 0x00, (uint8_t)i}, buffer[15];
        CNT_CONFIG config = figure_3_6(modes[i]);
        assert_int_equal(p5mon_gen_buffer(&config, buffer), 5);
        assert_memory_equal(buffer, expected, 5);
    }
}

static void fifteen_bytes_with_presets(void **unused)
{
    static const CNT_CLR modes[] = {init_0_clr_1, init_1_clr_0, init_0, init_1, init_0_1};
    (void)unused;
    for (unsigned i = 0; i < 5; i++) {
        uint8_t expected[] = {0x83, 0x00, 0x80, 0x00, (uint8_t)(4 + i),
                              0x9A, 0x78, 0x56, 0x34, 0x12,
                              0xFE, 0xFF, 0xFF, 0xFF, 0xFF};
        uint8_t buffer[15];
        CNT_CONFIG config = figure_3_6(modes[i]);
        bool presets_0 = modes[i] != init_1 && modes[i] != init_1_clr_0;
        bool presets_1 = modes[i] != init_0 && modes[i] != init_0_clr_1;
        assert_int_equal(p5mon_gen_buffer(&config, buffer), 15);
        assert_memory_equal(buffer, expected, 15);
        assert_int_equal(p5mon_buffer_action(4 + i, 0) == P5MON_PRESET, presets_0);
        assert_int_equal(p5mon_buffer_action(4 + i, 1) == P5MON_PRESET, presets_1);
    }
}

/* clear_only does not change CESR, so its other fields are ignored. */
static void clear_only_needs_no_events(void **unused)
{
    static const uint8_t expected[] = {0, 0, 0, 0, 9};
    uint8_t buffer[15];
    CNT_CONFIG config = {.event0 = (EVENT)0x3F, .ctrl1 = (CNT_CTRL)99, .clr = clear_only};
    (void)unused;
    assert_int_equal(p5mon_gen_buffer(&config, buffer), 5);
    assert_memory_equal(buffer, expected, 5);
}

static void controls_and_clocks(void **unused)
{
    static const struct {
        EVENT event;
        CNT_CTRL control;
        uint16_t field;
    } cases[] = {
        {branches, evt_kernel, 0x12 | 0x040},
        {branches, evt_all, 0x12 | 0x0C0},
        {data_read_or_write_miss, evt_user, 0x29 | 0x080},
        {count_clocks, evt_user, 0x180}, /* the event selects clocks, the control the rings */
        {count_clocks, clk_all, 0x1C0},
        {branches, clk_kernel, 0x12 | 0x140}, /* the control selects clocks; the event is ignored */
        {branches, evt_disable, 0},
        {event_disable, evt_all, 0},
    };
    (void)unused;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t buffer[15];
        uint8_t expected[] = {0x83, 0, (uint8_t)cases[i].field, (uint8_t)(cases[i].field >> 8), 3};
        CNT_CONFIG config = figure_3_6(clr_0_1);
        config.event1 = cases[i].event;
        config.ctrl1 = cases[i].control;
        assert_int_equal(p5mon_gen_buffer(&config, buffer), 5);
        assert_memory_equal(buffer, expected, 5);
    }
}

static void assert_refused(CNT_CONFIG config)
{
    uint8_t buffer[15];
    assert_int_equal(p5mon_gen_buffer(&config, buffer), E_P5MON_INVALID);
}

static void wrong_configurations_are_refused(void **unused)
{
    uint8_t buffer[15];
    CNT_CONFIG config;
    (void)unused;
    assert_int_equal(p5mon_gen_buffer(NULL, buffer), E_P5MON_INVALID);
    for (unsigned event = 0; event < 0x200; event++) {
        /* Table 3.2: 00-0F, 12-1F, 22-29, and two values that are not codes. */
        bool known =
            event <= 0x29 && event != 0x10 && event != 0x11 && event != 0x20 && event != 0x21;
        known |= event == count_clocks || event == event_disable;
        config = figure_3_6(clr_0_1);
        config.event0 = (EVENT)event;
        assert_int_equal(p5mon_gen_buffer(&config, buffer), known ? 5 : E_P5MON_INVALID);
        assert_int_equal(known, event < P5MON_EVENT_NAMES && p5mon_event_names[event] != NULL);
    }
    for (int control = -1; control < 10; control++) {
        if ((control >= 0 && control <= 3) || (control >= 5 && control <= 7))
            continue; /* Table 3.3 */
        config = figure_3_6(clr_0_1);
        config.ctrl0 = (CNT_CTRL)control;
        assert_refused(config);
    }
    config = figure_3_6((CNT_CLR)10);
    assert_refused(config);
    config = figure_3_6((CNT_CLR)-1);
    assert_refused(config);
}

static void presets_have_40_bits(void **unused)
{
    uint8_t buffer[15];
    CNT_CONFIG config = figure_3_6(init_0_clr_1);
    (void)unused;
    config.init1 = 1ull << 40; /* ignored, since counter 1 is cleared */
    assert_int_equal(p5mon_gen_buffer(&config, buffer), 15);
    config.init0 = 1ull << 40;
    assert_refused(config);
    config = figure_3_6(init_0_1);
    config.init1 = 1ull << 63;
    assert_refused(config);
}

static void driver_reads_what_was_packed(void **unused)
{
    static const uint8_t bytes[15] = {0x83, 0x00, 0x80, 0x00, 8,    0x01, 0x02, 0x03,
                                      0x04, 0x05, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    struct p5mon_write write;
    (void)unused;
    assert_int_equal(p5mon_buffer_unpack_write(&write, bytes, 15), 0);
    assert_int_equal(write.cesr, MISSES_AND_READS);
    assert_int_equal(write.mode, init_0_1);
    assert_int_equal(write.preset[0], 0x0504030201);
    assert_int_equal(write.preset[1], 0xFFFFFFFFFF);
}

static void driver_refuses_wrong_buffers(void **unused)
{
    uint8_t bytes[15] = {0};
    struct p5mon_write write;
    (void)unused;
    for (size_t count = 0; count <= 16; count++)
        assert_int_equal(p5mon_buffer_unpack_write(&write, bytes, count),
                         count == 5 || count == 15 ? 0 : E_P5MON_INVALID);
    for (unsigned mode = 0; mode < 256; mode++) {
        bool needs_values = mode >= 4 && mode <= 8; /* Table 3.1 */
        bytes[4] = (uint8_t)mode;
        assert_int_equal(p5mon_buffer_unpack_write(&write, bytes, 15),
                         mode <= 9 ? 0 : E_P5MON_INVALID);
        assert_int_equal(p5mon_buffer_unpack_write(&write, bytes, 5),
                         mode <= 9 && !needs_values ? 0 : E_P5MON_INVALID);
    }
}

static void read_buffer_is_three_numbers(void **unused)
{
    static const uint8_t expected[24] = {0xEF, 0xCD, 0xAB, 0x89, 0x67, 0, 0, 0,
                                         0x01, 0x00, 0x00, 0x00, 0x80, 0, 0, 0,
                                         0x83, 0x00, 0x80, 0x00, 0x00, 0, 0, 0};
    const struct p5mon_read in = {{0x6789ABCDEF, 0x8000000001}, MISSES_AND_READS};
    struct p5mon_read out;
    uint8_t buffer[24];
    (void)unused;
    p5mon_buffer_pack_read(&in, buffer);
    assert_memory_equal(buffer, expected, 24);
    p5mon_buffer_unpack_read(&out, buffer);
    assert_memory_equal(&out, &in, sizeof in);
}

static void configuration_of_a_cesr(void **unused)
{
    CNT_CONFIG config;
    (void)unused;
    p5mon_gen_config(MISSES_AND_READS, &config);
    assert_int_equal(config.event0, data_read_miss);
    assert_int_equal(config.ctrl0, evt_user);
    assert_int_equal(config.event1, data_read);
    assert_int_equal(config.ctrl1, evt_user);
    assert_int_equal(config.clr, clr_none);
    assert_int_equal(config.init0 | config.init1, 0);
    /* Counter 0: clocks in all rings, though the select is 12h; counter 1: no ring, so nothing. */
    p5mon_gen_config(0x011601D2, &config);
    assert_int_equal(config.event0, count_clocks);
    assert_int_equal(config.ctrl0, clk_all);
    assert_int_equal(config.event1, event_disable);
    assert_int_equal(config.ctrl1, evt_disable);
}

/* Every event and control is packed into CESR and unpacked again. */
static void both_ways(void **unused)
{
    static const CNT_CTRL controls[] = {evt_kernel, evt_user, evt_all};
    (void)unused;
    for (unsigned event = 0; event < 0x40; event++) {
        for (unsigned c = 0; c < 3 && p5mon_event_names[event]; c++) {
            uint8_t buffer[15];
            CNT_CONFIG in = {(EVENT)event, count_clocks, clk_user, controls[c], clr_0_1, 0, 0}, out;
            struct p5mon_write write;
            int count = p5mon_gen_buffer(&in, buffer);
            assert_int_equal(p5mon_buffer_unpack_write(&write, buffer, (size_t)count), 0);
            p5mon_gen_config(write.cesr, &out);
            assert_int_equal(out.event0, in.event0);
            assert_int_equal(out.ctrl0, in.ctrl0);
            assert_int_equal(out.event1, count_clocks);
            assert_int_equal(out.ctrl1, clk_user);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_bytes_without_presets),
        cmocka_unit_test(fifteen_bytes_with_presets),
        cmocka_unit_test(clear_only_needs_no_events),
        cmocka_unit_test(controls_and_clocks),
        cmocka_unit_test(wrong_configurations_are_refused),
        cmocka_unit_test(presets_have_40_bits),
        cmocka_unit_test(driver_reads_what_was_packed),
        cmocka_unit_test(driver_refuses_wrong_buffers),
        cmocka_unit_test(read_buffer_is_three_numbers),
        cmocka_unit_test(configuration_of_a_cesr),
        cmocka_unit_test(both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
