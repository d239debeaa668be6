/*
 * SPDX-License-Identifier: MIT
 * Tests the local APIC through its registers: software enable, priorities, the timer, the
 * performance counters' LVT entry.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "sim/devices/apic.h"

enum {
    TASK_PRIORITY = 0x080,
    END = 0x0b0,
    SPURIOUS = 0x0f0,
    IN_SERVICE = 0x100,
    REQUESTED = 0x200,
    ERRORS = 0x280,
    COMMAND = 0x300,
    TIMER = 0x320,
    PERFORMANCE = 0x340,
    LINT0 = 0x350,
    LINT1 = 0x360,
    INITIAL = 0x380,
    CURRENT = 0x390,
    DIVIDE = 0x3e0,
};

enum { NMI = 0x400, MASKED = 0x10000, PERIODIC = 0x20000, ONCE = 0xb };

static struct apic apic;

/* Three processor clocks are two bus clocks. */
static int begin(void **state)
{
    const struct apic_config config = {.ratio_core = 3, .ratio_bus = 2};

    (void)state;
    apic_reset(&apic, &config);
    return 0;
}

static void write_at(unsigned offset, uint32_t value)
{
    apic_write(&apic, offset, value, 0);
}

static uint32_t read_at(unsigned offset)
{
    return apic_read(&apic, offset, 0);
}

static void enable(void)
{
    write_at(SPURIOUS, 0x1ff);
}

/* SDM 10.4.3, 10.4.7.1. P6-specific: bits 8 and 11 of the base register, address FEE00000h. */
static void reset_state(void **state)
{
    (void)state;
    assert_int_equal(apic.base, 0xfee00900);
    assert_int_equal(read_at(SPURIOUS), 0xff);
    assert_int_equal(read_at(PERFORMANCE), MASKED);
    assert_int_equal(read_at(0x030), 0x00040011);
    assert_true(apic_passes_pic(&apic));
    assert_true(apic_contains(&apic, 0xfee00340));
    assert_false(apic_contains(&apic, 0xfee01000));
}

/* Bit 11 cannot be set again; reserved bits fault; the page can be moved. */
static void base_register(void **state)
{
    (void)state;
    assert_int_equal(apic_write_base(&apic, 0xfee00901), -1);
    assert_int_equal(apic_write_base(&apic, 0xfec00900), 0);
    assert_true(apic_contains(&apic, 0xfec00fff));
    assert_int_equal(apic_write_base(&apic, 0xfec00100), 0);
    assert_int_equal(apic_write_base(&apic, 0xfec00900), 0);
    assert_int_equal(apic.base, 0xfec00100);
    assert_false(apic_contains(&apic, 0xfec00000));
    assert_true(apic_passes_pic(&apic));
}

/* LVT entries are masked, and cannot be unmasked, while SVR bit 8 is clear. */
static void software_enable(void **state)
{
    (void)state;
    write_at(PERFORMANCE, 0x40);
    assert_int_equal(read_at(PERFORMANCE), MASKED | 0x40);
    enable();
    write_at(PERFORMANCE, 0x40);
    assert_int_equal(read_at(PERFORMANCE), 0x40);
    write_at(SPURIOUS, 0xff);
    assert_int_equal(read_at(PERFORMANCE), MASKED | 0x40);
    assert_int_equal(read_at(LINT0), MASKED | 0x700);
    assert_false(apic_passes_pic(&apic));
}

/* SDM 10.4.3: with the APIC off the pins are INTR and NMI, the registers do not exist, and bit 11
 * stays 0. */
static void left_off(void **state)
{
    const struct apic_config config = {.ratio_core = 1, .ratio_bus = 1, .left = APIC_LEFT_OFF};

    (void)state;
    apic_reset(&apic, &config);
    assert_int_equal(apic.base, 0xfee00100);
    assert_false(apic_is_enabled(&apic) || apic_contains(&apic, 0xfee00340));
    assert_true(apic_passes_pic(&apic));
    apic_overflow(&apic);
    assert_false(apic_interrupt(&apic) || apic.nmi);
    assert_int_equal(apic_write_base(&apic, 0xfee00900), 0);
    assert_int_equal(apic.base, 0xfee00100);
}

/* MultiProcessor Specification 1.4, A.3: SVR 10Fh, LINT0 ExtINT (700h), LINT1 NMI (400h). */
static void left_as_virtual_wire(void **state)
{
    const struct apic_config config = {
        .ratio_core = 1, .ratio_bus = 1, .left = APIC_LEFT_VIRTUAL_WIRE};

    (void)state;
    apic_reset(&apic, &config);
    assert_int_equal(apic.base, 0xfee00900);
    assert_int_equal(read_at(SPURIOUS), 0x10f);
    assert_int_equal(read_at(LINT0), 0x700);
    assert_int_equal(read_at(LINT1), 0x400);
    assert_int_equal(read_at(PERFORMANCE), MASKED);
    assert_true(apic_passes_pic(&apic));
    write_at(PERFORMANCE, NMI); /* SVR permits unmasking */
    apic_overflow(&apic);
    assert_true(apic.nmi);
}

/* A fixed interrupt is requested, then in service until the end of interrupt; an NMI is signalled
 * once. */
static void overflow(void **state)
{
    (void)state;
    apic_overflow(&apic); /* masked */
    assert_false(apic_interrupt(&apic) || apic.nmi);
    enable();
    write_at(PERFORMANCE, 0x41);
    apic_overflow(&apic);
    assert_int_equal(read_at(REQUESTED + 0x20), 2); /* vector 41h: bit 1 of the third word */
    assert_true(apic_interrupt(&apic));
    assert_int_equal(apic_acknowledge(&apic), 0x41);
    assert_int_equal(read_at(IN_SERVICE + 0x20), 2);
    assert_false(apic_interrupt(&apic));
    apic_overflow(&apic); /* waits for the end of the previous one */
    assert_false(apic_interrupt(&apic));
    write_at(END, 0);
    assert_true(apic_interrupt(&apic));
    assert_int_equal(apic_acknowledge(&apic), 0x41);
    write_at(END, 0);
    write_at(PERFORMANCE, NMI);
    apic_overflow(&apic);
    assert_true(apic.nmi);
    assert_false(apic_interrupt(&apic));
    assert_int_equal(read_at(PERFORMANCE), NMI); /* a P6 does not mask it */
}

static void overflow_masks_where_asked(void **state)
{
    const struct apic_config config = {.ratio_core = 1, .ratio_bus = 1, .masks_performance = true};

    (void)state;
    apic_reset(&apic, &config);
    enable();
    write_at(PERFORMANCE, NMI);
    apic_overflow(&apic);
    assert_int_equal(read_at(PERFORMANCE), MASKED | NMI);
}

/* Vectors below 16 are rejected: bit 6 of the error register, which a write makes visible. */
static void illegal_vector(void **state)
{
    (void)state;
    enable();
    write_at(PERFORMANCE, 15);
    apic_overflow(&apic);
    assert_false(apic_interrupt(&apic));
    assert_int_equal(read_at(ERRORS), 0);
    write_at(ERRORS, 0);
    assert_int_equal(read_at(ERRORS), 0x40);
}

/* The high half of the vector is the priority; it has to be above that of the task. */
static void priorities(void **state)
{
    (void)state;
    enable();
    write_at(COMMAND, 0x40000 | 0x45); /* self interrupt */
    write_at(COMMAND, 0x40000 | 0x61);
    write_at(TASK_PRIORITY, 0x60);
    assert_false(apic_interrupt(&apic));
    write_at(TASK_PRIORITY, 0x50);
    assert_int_equal(apic_acknowledge(&apic), 0x61);
    assert_int_equal(read_at(0x0a0), 0x60);
    write_at(END, 0);
    assert_false(apic_interrupt(&apic)); /* 45h is not above 50h */
    assert_int_equal(apic_acknowledge(&apic), 0xff);
    write_at(TASK_PRIORITY, 0);
    assert_int_equal(apic_acknowledge(&apic), 0x45);
}

/* 100 counts of one bus clock, 1.5 processor clocks each: it expires once, at clock 150. */
static void timer_once(void **state)
{
    (void)state;
    enable();
    write_at(DIVIDE, ONCE);
    write_at(TIMER, 0x50);
    write_at(INITIAL, 100);
    assert_int_equal(apic_read(&apic, CURRENT, 75), 50);
    assert_int_equal(apic_deadline(&apic), 150);
    apic_advance(&apic, 149);
    assert_false(apic_interrupt(&apic));
    apic_advance(&apic, 150);
    assert_int_equal(apic_acknowledge(&apic), 0x50);
    assert_int_equal(apic_read(&apic, CURRENT, 150), 0);
    assert_int_equal(apic_deadline(&apic), UINT64_MAX);
}

/* 10 counts of 16 bus clocks, 24 processor clocks each: it expires every 240 clocks. */
static void timer_again(void **state)
{
    (void)state;
    enable();
    write_at(DIVIDE, 3);
    write_at(TIMER, 0x50 | PERIODIC);
    write_at(INITIAL, 10);
    assert_int_equal(apic_deadline(&apic), 240);
    apic_advance(&apic, 240);
    assert_int_equal(apic_acknowledge(&apic), 0x50);
    apic_write(&apic, END, 0, 240);
    assert_int_equal(apic_deadline(&apic), 480);
    assert_int_equal(apic_read(&apic, CURRENT, 264), 9);
    apic_advance(&apic, 479);
    assert_false(apic_interrupt(&apic));
    apic_advance(&apic, 480);
    assert_true(apic_interrupt(&apic));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(reset_state, begin),
        cmocka_unit_test_setup(base_register, begin),
        cmocka_unit_test_setup(software_enable, begin),
        cmocka_unit_test(left_off),
        cmocka_unit_test(left_as_virtual_wire),
        cmocka_unit_test_setup(overflow, begin),
        cmocka_unit_test_setup(overflow_masks_where_asked, begin),
        cmocka_unit_test_setup(illegal_vector, begin),
        cmocka_unit_test_setup(priorities, begin),
        cmocka_unit_test_setup(timer_once, begin),
        cmocka_unit_test_setup(timer_again, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
