/*
 * SPDX-License-Identifier: MIT
 * Tests times of day in the four formats of a real-time clock.
 */
#include "kernel/time/rtc_time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define NOON (12 * 3600)

/* Register B's format bits: packed decimal or binary, 12 hours or 24. */
enum { DECIMAL_12 = 0, DECIMAL_24 = 0x02, BINARY_12 = 0x04, BINARY_24 = 0x06 };

static void check(uint32_t seconds, uint8_t form, uint8_t h, uint8_t m, uint8_t s)
{
    struct rtc_time time = rtc_time_from_seconds(seconds, form);
    assert_int_equal(time.hours, h);
    assert_int_equal(time.minutes, m);
    assert_int_equal(time.seconds, s);
    assert_int_equal(rtc_time_seconds(time, form), (int32_t)(seconds % RTC_DAY));
}

static void midnight_and_noon(void **state)
{
    (void)state;
    check(0, DECIMAL_24, 0x00, 0, 0);
    check(0, DECIMAL_12, 0x12, 0, 0); /* 12 AM */
    check(0, BINARY_12, 12, 0, 0);
    check(NOON, DECIMAL_24, 0x12, 0, 0);
    check(NOON, DECIMAL_12, 0x92, 0, 0); /* 12 PM */
    check(NOON, BINARY_12, 0x8C, 0, 0);
    check(NOON, BINARY_24, 12, 0, 0);
}

static void last_second_of_a_half(void **state)
{
    (void)state;
    check(NOON - 1, DECIMAL_12, 0x11, 0x59, 0x59);
    check(NOON - 1, BINARY_24, 11, 59, 59);
    check(RTC_DAY - 1, DECIMAL_12, 0x91, 0x59, 0x59); /* 11:59:59 PM */
    check(RTC_DAY - 1, DECIMAL_24, 0x23, 0x59, 0x59);
    check(RTC_DAY - 1, BINARY_12, 0x8B, 59, 59);
}

static void after_midnight_comes_the_next_day(void **state)
{
    (void)state;
    check(RTC_DAY, DECIMAL_24, 0, 0, 0);
    check(RTC_DAY + 61, DECIMAL_12, 0x12, 0x01, 0x01);
}

static void every_second_reads_back(void **state)
{
    static const uint8_t forms[] = {DECIMAL_12, DECIMAL_24, BINARY_12, BINARY_24};
    (void)state;
    for (unsigned f = 0; f < sizeof forms; f++)
        for (uint32_t second = 0; second < RTC_DAY; second++)
            assert_int_equal(rtc_time_seconds(rtc_time_from_seconds(second, forms[f]), forms[f]),
                             second);
}

static void what_is_no_time_is_refused(void **state)
{
    static const struct {
        struct rtc_time time;
        uint8_t form;
    } wrong[] = {
        {{0xFF, 0xFF, 0xFF}, DECIMAL_24}, {{0xFF, 0xFF, 0xFF}, BINARY_12},
        {{0x60, 0, 0}, DECIMAL_24},       {{0, 0x5A, 0}, DECIMAL_24},
        {{0, 0, 0x24}, DECIMAL_24},       {{60, 0, 0}, BINARY_24},
        {{0, 60, 0}, BINARY_24},          {{0, 0, 24}, BINARY_24},
        {{0, 0, 0}, DECIMAL_12},          {{0, 0, 0x13}, DECIMAL_12},
        {{0, 0, 0x80}, BINARY_12},        {{0, 0, 0x8D}, BINARY_12},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(rtc_time_seconds(wrong[i].time, wrong[i].form), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(midnight_and_noon),
        cmocka_unit_test(last_second_of_a_half),
        cmocka_unit_test(after_midnight_comes_the_next_day),
        cmocka_unit_test(every_second_reads_back),
        cmocka_unit_test(what_is_no_time_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
