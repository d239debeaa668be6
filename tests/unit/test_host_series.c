/*
 * SPDX-License-Identifier: MIT
 * Tests the live view's chart: which numbers of a run it shows, and at which level.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "host/machines/live/chart_series.h"
#include "host/base/allocation.h"

static struct chart_series series;

static struct result *add(struct run *run, const char *event, double mean, const char *status)
{
    struct result *result = run_add_result(run);
    result->event = string_set_add(&run->strings, event, strlen(event));
    result->status = string_set_add(&run->strings, status, strlen(status));
    result->values = (struct values){.n = 20, .level = 95, .mean = mean};
    return result;
}

static void add_samples(struct result *result, unsigned n)
{
    result->n_samples = n;
    result->samples = allocate_zeroed(n * sizeof *result->samples);
    for (unsigned i = 0; i < n; i++)
        result->samples[i] = 1000 + i;
}

/* Takes the series as if only the first n results had arrived. */
static void take(struct run *run, unsigned n, const char *event, unsigned room)
{
    unsigned all = run->n_results;
    run->n_results = n;
    chart_series_read(&series, run, event, room);
    run->n_results = all;
}

static unsigned events_of(struct run *run, unsigned n, const char **events, unsigned room)
{
    unsigned all = run->n_results;
    run->n_results = n;
    unsigned found = chart_series_events(run, events, room);
    run->n_results = all;
    return found;
}

static int new_run(void **state)
{
    *state = run_new();
    return 0;
}

static int old_run(void **state)
{
    run_free(*state);
    return 0;
}

static void nothing_before_the_first_number(void **state)
{
    take(*state, 0, NULL, 10);
    assert_null(series.event);
    assert_int_equal(series.n, 0);
    add(*state, "branches", 5, "broken");
    take(*state, 1, NULL, 10);
    assert_null(series.event);
    take(*state, 1, "branches", 10);
    assert_null(series.event);
}

static void means_of_successive_results(void **state)
{
    struct run *run = *state;
    add(run, "branches", 5, "ok");
    add(run, "data_read", 70, "ok");
    add(run, "branches", 99, "broken");
    add(run, "branches", 3, "ok");
    add(run, "branches", 9, "ok");
    add(run, "data_read", 80, "ok");
    take(run, run->n_results, "branches", 10);
    assert_string_equal(series.event, "branches");
    assert_false(series.of_samples);
    assert_int_equal(series.n, 3);
    assert_int_equal(series.first, 1);
    assert_true(series.points[0] == 5 && series.points[1] == 3 && series.points[2] == 9);
    assert_true(series.least == 3 && series.most == 9);
    /* Room for two takes the newest two: the second and third. */
    take(run, run->n_results, "branches", 2);
    assert_int_equal(series.n, 2);
    assert_int_equal(series.first, 2);
    assert_true(series.points[0] == 3 && series.points[1] == 9);
    /* Without a name, the event of the newest result is taken. After one result it is that
     * result's. */
    take(run, run->n_results, NULL, 10);
    assert_string_equal(series.event, "data_read");
    take(run, 1, NULL, 10);
    assert_string_equal(series.event, "branches");
    assert_int_equal(series.n, 1);
}

static void samples_where_the_newest_result_has_them(void **state)
{
    struct run *run = *state;
    add_samples(add(run, "branches", 1, "ok"), 3);
    add_samples(add(run, "branches", 1, "ok"), 600);
    take(run, run->n_results, "branches", 50);
    assert_true(series.of_samples);
    assert_int_equal(series.n, 50);
    assert_int_equal(series.first, 551); /* 600 - 50 + 1 */
    assert_true(series.least == 1550 && series.most == 1599);
    take(run, run->n_results, "branches", 10000);
    assert_int_equal(series.n, CHART_POINTS);
    take(run, run->n_results, "branches", 0);
    assert_int_equal(series.n, 0);
    assert_ptr_equal(series.last, &run->results[1]);
}

/* The least value is on level 1, the largest on the highest, others in proportion to the range:
 * from 0 to 8 on 17 levels, 2 is a quarter of 16 levels above 1. */
static void levels(void **state)
{
    struct run *run = *state;
    static const double means[] = {0, 2, 4, 8};
    static const unsigned expected[] = {1, 5, 9, 17};
    for (unsigned i = 0; i < 4; i++)
        add(run, "branches", means[i], "ok");
    take(run, 4, "branches", 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(chart_series_level(&series, i, 17), expected[i]);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(chart_series_level(&series, i, 1), 1);
    take(run, 1, "branches", 4); /* 0 alone is 0, on the lowest level */
    assert_int_equal(chart_series_level(&series, 0, 17), 1);
    add(run, "data_read", 7, "ok");
    take(run, run->n_results, "data_read", 4); /* any other value alone: half the height */
    assert_int_equal(chart_series_level(&series, 0, 17), 9);
}

static void events_in_their_order(void **state)
{
    struct run *run = *state;
    const char *events[2];
    add(run, "data_write", 1, "stuck");
    add(run, "branches", 1, "ok");
    add(run, "data_read", 1, "ok");
    add(run, "branches", 1, "ok");
    assert_int_equal(events_of(run, run->n_results, events, 2), 2);
    assert_string_equal(events[0], "branches");
    assert_string_equal(events[1], "data_read");
    assert_int_equal(events_of(run, run->n_results, events, 1), 1);
    assert_int_equal(events_of(run, 1, events, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_before_the_first_number, new_run, old_run),
        cmocka_unit_test_setup_teardown(means_of_successive_results, new_run, old_run),
        cmocka_unit_test_setup_teardown(samples_where_the_newest_result_has_them, new_run, old_run),
        cmocka_unit_test_setup_teardown(levels, new_run, old_run),
        cmocka_unit_test_setup_teardown(events_in_their_order, new_run, old_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
