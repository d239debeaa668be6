/*
 * SPDX-License-Identifier: MIT
 * Tests the clock speed derived from three measurements.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "kernel/time/clock_speed.h"

#define MHZ 1000000ull

/* In every order: 100, 99 and 140 MHz give 100 MHz, with a spread of 41 MHz. */
static void median_and_spread(void **state)
{
    static const uint64_t orders[][SPEED_MEASUREMENTS] = {
        {99 * MHZ, 100 * MHZ, 140 * MHZ}, {99 * MHZ, 140 * MHZ, 100 * MHZ},
        {100 * MHZ, 99 * MHZ, 140 * MHZ}, {100 * MHZ, 140 * MHZ, 99 * MHZ},
        {140 * MHZ, 99 * MHZ, 100 * MHZ}, {140 * MHZ, 100 * MHZ, 99 * MHZ},
    };

    (void)state;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        const struct speed speed = clock_speed_of(orders[i]);
        assert_int_equal(speed.hz, 100 * MHZ);
        assert_int_equal(speed.spread, 41 * MHZ);
        assert_null(speed.why);
    }
}

static void what_cannot_be_is_not_believed(void **state)
{
    static const uint64_t wrong[][SPEED_MEASUREMENTS] = {
        {0, 0, 0},                            /* no timer */
        {100 * MHZ, 100 * MHZ, 0},            /* a timer that stops */
        {9 * MHZ, 9 * MHZ, 100 * MHZ},        /* too slow */
        {20000 * MHZ, 100 * MHZ, UINT64_MAX}, /* too fast */
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(clock_speed_of(wrong[i]).hz, 0);
        assert_non_null(clock_speed_of(wrong[i]).why);
    }
}

/* A watch of one second takes 2 million clocks on an emulator whose clock runs at 2 MHz. */
static void a_slow_clock_is_measured(void **state)
{
    static const uint64_t slow[] = {2 * MHZ, 2 * MHZ, 3 * MHZ};

    (void)state;
    assert_int_equal(clock_speed_of(slow).hz, 0);
    assert_int_equal(clock_speed_of(slow).measured, 2 * MHZ);
}

static void bounds_are_believed(void **state)
{
    static const uint64_t bounds[] = {SPEED_LEAST_HZ, SPEED_MOST_HZ};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const uint64_t hz[SPEED_MEASUREMENTS] = {bounds[i], bounds[i], bounds[i]};
        assert_int_equal(clock_speed_of(hz).hz, bounds[i]);
        assert_int_equal(clock_speed_of(hz).spread, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(median_and_spread),
        cmocka_unit_test(what_cannot_be_is_not_believed),
        cmocka_unit_test(a_slow_clock_is_measured),
        cmocka_unit_test(bounds_are_believed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
