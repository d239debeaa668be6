/*
 * SPDX-License-Identifier: MIT
 * Charts of characters: scales, bars, rates, rows. Expected texts are written by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/chart/rate_chart.h"
#include "kernel/chart/text_bar.h"
#include "kernel/chart/time_lanes.h"

static void test_scales_are_1_2_5(void **state)
{
    static const uint64_t expected[][2] = {{0, 1},         {1, 1},         {2, 2},   {3, 5},
                                           {5, 5},         {6, 10},        {11, 20}, {25465, 50000},
                                           {50000, 50000}, {50001, 100000}};
    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_int_equal(text_bar_scale(expected[i][0]), expected[i][1]);
    assert_true(text_bar_scale(UINT64_MAX) == UINT64_MAX);
}

static const char *bar(uint64_t value, uint64_t full, unsigned width)
{
    static char text[TEXT_BAR_MOST + 3];
    assert_int_equal(text_bar_write(text, sizeof text, value, full, width), width + 2);
    return text;
}

/* 4 of 10 in 5 characters are 2; 3 are 1.5, rounded up; anything above 0 has one. */
static void test_bars(void **state)
{
    (void)state;
    assert_string_equal(bar(4, 10, 5), "|##   |");
    assert_string_equal(bar(3, 10, 5), "|##   |");
    assert_string_equal(bar(10, 10, 5), "|#####|");
    assert_string_equal(bar(11, 10, 5), "|#####>");
    assert_string_equal(bar(0, 10, 5), "|     |");
    assert_string_equal(bar(1, 1000, 5), "|#    |");
    assert_string_equal(bar(UINT64_C(1) << 62, UINT64_C(1) << 63, 4), "|##  |");
    assert_int_equal(strlen(bar(1, 1, TEXT_BAR_MOST)), TEXT_BAR_MOST + 2);
}

/*
 * 7 events in 2,000,000 clocks of 100 MHz are 350 per second; 1 in 3 clocks are 33,333,333.3. The
 * third product has 94 bits: 2^40 / 2^34 = 2^6, times 2^32 Hz.
 */
static void test_rates(void **state)
{
    (void)state;
    assert_int_equal(rate_chart_rate(7, 100000000, 2000000), 350);
    assert_int_equal(rate_chart_rate(1, 100000000, 3), 33333333);
    assert_int_equal(rate_chart_rate(2, 100000000, 3), 66666667);
    assert_int_equal(rate_chart_rate(0, 100000000, 3), 0);
    assert_true(rate_chart_rate(UINT64_C(1) << 40, UINT64_C(1) << 32, UINT64_C(1) << 34) ==
                UINT64_C(1) << 38);
    assert_true(rate_chart_rate(UINT64_C(1) << 33, UINT64_C(1) << 32, UINT64_C(1) << 34) ==
                UINT64_C(1) << 31);
}

static void test_times_have_the_decimals_that_they_need(void **state)
{
    static const struct {
        uint32_t every, span, ms;
        const char *text;
    } expected[] = {{1000, 0, 3000, "3.0"},   {100, 300, 300, "0.3"}, {100, 250, 250, "0.25"},
                    {50, 0, 50, "0.05"},      {15, 0, 30, "0.030"},   {10, 33, 33, "0.033"},
                    {100, 0, 149, "0.1"},     {100, 0, 151, "0.2"},   {10, 0, 3600000, "3600.00"},
                    {1000, 0, 59960, "60.0"}, {10, 0, 1004, "1.00"}};
    char text[16];
    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        rate_chart_write_time(expected[i].ms,
                              rate_chart_decimals(expected[i].every, expected[i].span), text,
                              sizeof text);
        assert_string_equal(text, expected[i].text);
    }
}

static const char *row(struct rate_chart *chart, const char *time, int64_t a, int64_t b,
                       bool scaled)
{
    static char text[200];
    const int64_t rates[] = {a, b};
    assert_int_equal(rate_chart_add(chart, rates), scaled);
    rate_chart_write_row(chart, time, rates, text, sizeof text);
    return text;
}

/* 69 columns for two events: 34 each, less 16 for the number, a blank and the bar's ends. */
static void test_rows_of_two_events_fit_80_columns(void **state)
{
    struct rate_chart chart;
    char text[200];
    (void)state;
    rate_chart_begin(&chart, 2, NULL, 0);
    assert_string_equal(row(&chart, "0.1 s", 25000, 49946994, true),
                        "     0.1 s        25000 |#########         |"
                        "     49946994 |##################|");
    rate_chart_write_scale(&chart, text, sizeof text);
    assert_string_equal(text, "  full bar        50000                          50000000");
    assert_true(strlen(text) < 80);
}

/* A scale follows the window: 20 rows after the peak it is that of the rows since then. */
static void test_an_automatic_scale_falls_after_the_peak(void **state)
{
    struct rate_chart chart;
    (void)state;
    rate_chart_begin(&chart, 2, NULL, 0);
    row(&chart, "0", 100, 100, true);
    row(&chart, "0", 900, 100, true);
    for (unsigned i = 0; i < RATE_CHART_WINDOW - 1; i++)
        row(&chart, "0", 100, 100, false);
    assert_int_equal(chart.full[0], 1000);
    row(&chart, "0", 100, 100, true);
    assert_int_equal(chart.full[0], 100);
}

static void test_a_fixed_scale_stays(void **state)
{
    static const uint32_t both[] = {50}, each[] = {50, 7};
    struct rate_chart chart;
    (void)state;
    rate_chart_begin(&chart, 2, both, 1);
    assert_string_equal(row(&chart, "0.01 s", 100, 25, true),
                        "    0.01 s          100 |##################>"
                        "           25 |#########         |");
    row(&chart, "0.02 s", 1, 1000, false);
    rate_chart_begin(&chart, 2, each, 2);
    assert_int_equal(chart.full[0], 50);
    assert_int_equal(chart.full[1], 7);
}

static void test_a_negative_value_has_no_bar(void **state)
{
    static const uint32_t scale[] = {10};
    struct rate_chart chart;
    (void)state;
    rate_chart_begin(&chart, 2, scale, 1);
    assert_string_equal(row(&chart, "10382", -3, 0, true),
                        "     10382           -3 |                  |"
                        "            0 |                  |");
}

/* Six numbers need 10 + 6 * 13 columns, and four would have one character of a bar: no bars. */
static void test_many_events_have_no_bars(void **state)
{
    const int64_t rates[] = {1, 2, 3, 4};
    struct rate_chart chart;
    char text[200];
    (void)state;
    rate_chart_begin(&chart, 4, NULL, 0);
    assert_false(rate_chart_add(&chart, rates));
    rate_chart_write_row(&chart, "0.1 s", rates, text, sizeof text);
    assert_string_equal(text, "     0.1 s            1            2            3            4");
}

/*
 * Clock t of 0 to 100 is in column t * 62 / 101. Three marks in one column are counted, and more
 * than nine are a plus. Channels beyond the last lane are left out, and counted.
 */
static void test_lanes(void **state)
{
    struct time_lanes lanes;
    char text[120];
    (void)state;
    time_lanes_begin(&lanes, 100);
    time_lanes_mark(&lanes, "begun", 0);
    time_lanes_mark(&lanes, "sorted", 51);
    time_lanes_mark(&lanes, "begun", 100);
    for (unsigned i = 0; i < 3; i++)
        time_lanes_mark(&lanes, "sorted", 4);
    for (unsigned i = 0; i < 10; i++)
        time_lanes_mark(&lanes, "sorted", 99);
    assert_int_equal(lanes.n, 2);
    time_lanes_write(&lanes, 0, text, sizeof text);
    assert_string_equal(
        text, "begun            |                                                            |");
    time_lanes_write(&lanes, 1, text, sizeof text);
    assert_int_equal(strchr(text, '3') - text, 17 + 4 * TIME_LANES_WIDTH / 101);
    assert_int_equal(strchr(text, '|') - text, 17 + 51 * TIME_LANES_WIDTH / 101);
    assert_int_equal(strchr(text, '+') - text, 17 + 99 * TIME_LANES_WIDTH / 101);
    for (unsigned i = 0; i < TIME_LANES_MOST + 3; i++) {
        snprintf(text, sizeof text, "c%u", i);
        time_lanes_mark(&lanes, text, 50);
    }
    assert_int_equal(lanes.n, TIME_LANES_MOST);
    assert_int_equal(lanes.left_out, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scales_are_1_2_5),
        cmocka_unit_test(test_bars),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_times_have_the_decimals_that_they_need),
        cmocka_unit_test(test_rows_of_two_events_fit_80_columns),
        cmocka_unit_test(test_an_automatic_scale_falls_after_the_peak),
        cmocka_unit_test(test_a_fixed_scale_stays),
        cmocka_unit_test(test_a_negative_value_has_no_bar),
        cmocka_unit_test(test_many_events_have_no_bars),
        cmocka_unit_test(test_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
