/*
 * SPDX-License-Identifier: MIT
 * Tests formulas of derived metrics: grammar, positions of errors, and propagation of intervals.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "host/data/metrics/metric_groups.h"

static struct formula read_formula(const char *text)
{
    struct formula formula;
    struct formula_error error;
    if (formula_read(text, strlen(text), &formula, &error))
        fail_msg("%s: column %zu: %s", text, error.column, error.what);
    return formula;
}

static struct formula_estimate value_of(const char *text, const struct formula_estimate *events,
                                        double mhz)
{
    struct formula formula = read_formula(text);
    return formula_evaluate(&formula, events, mhz);
}

static void close_to(double got, double expected)
{
    if (!(fabs(got - expected) <= 1e-12 * fmax(1, fabs(expected))))
        fail_msg("%.17g where %.17g was expected", got, expected);
}

static void operators_group_as_in_arithmetic(void **unused)
{
    (void)unused;
    close_to(value_of("1 + 2 * 3", NULL, 0).value, 7);
    close_to(value_of("(1 + 2) * 3", NULL, 0).value, 9);
    close_to(value_of("10 - 4 - 3", NULL, 0).value, 3);
    close_to(value_of("24 / 4 / 3", NULL, 0).value, 2);
    close_to(value_of("--2 - -.5", NULL, 0).value, 2.5);
    close_to(value_of("\t mhz*2 ", NULL, 66.6).value, 133.2);
}

/*
 * x = 100 +/- 2, y = 50 +/- 1, independent.
 * x + y: 150, sqrt(4 + 1).  x * y: 5000, sqrt((50*2)^2 + (100*1)^2) = sqrt(20000).
 * x / y: 2, sqrt((2/50)^2 + (100*1/2500)^2) = sqrt(0.0032).
 * x - x is exactly 0, since both are the same measurement; x * x has twice x's contribution: 2 *
 * 100 * 2.
 */
static void intervals_are_carried_through(void **unused)
{
    (void)unused;
    const struct formula_estimate events[] = {{100, 2}, {50, 1}};
    struct formula_estimate e = value_of("data_read + data_write", events, 0);
    close_to(e.value, 150);
    close_to(e.half_width, sqrt(5));
    e = value_of("data_read * data_write", events, 0);
    close_to(e.half_width, sqrt(20000));
    e = value_of("data_read / data_write", events, 0);
    close_to(e.value, 2);
    close_to(e.half_width, sqrt(0.0032));
    e = value_of("data_read - data_read", events, 0);
    close_to(e.half_width, 0);
    e = value_of("-data_read * data_read", events, 0);
    close_to(e.value, -10000);
    close_to(e.half_width, 400);
}

static void division_by_zero_has_no_value(void **unused)
{
    (void)unused;
    const struct formula_estimate events[] = {{100, 2}, {0, 0}};
    struct formula_estimate e = value_of("data_read / data_write", events, 0);
    assert_true(isnan(e.value) && isnan(e.half_width));
}

static void events_are_found_by_both_names_and_listed_once(void **unused)
{
    (void)unused;
    struct formula formula = read_formula("DATA_READ + data_read / count_clocks");
    assert_int_equal(formula.n_events, 2);
    assert_string_equal(formula.events[0], "data_read");
    assert_string_equal(formula.events[1], "count_clocks");
}

/*
 * In quotes an event may begin with a digit and have modifiers; + and - in quotes are not
 * operators. The canonical name is that of results: parts in the table's order (dd, db, di are its
 * bits 0, 1, 2), without the default ones.
 */
static void events_in_quotes_have_what_stands_behind_them(void **unused)
{
    (void)unused;
    struct formula formula = read_formula(
        "100*\"tc_deliver_mode:di+DB+dd\"/global_power_events + "
        "'1stL_cache_load_miss_retired' - \"data_read\"");
    assert_int_equal(formula.n_events, 4);
    assert_string_equal(formula.events[0], "tc_deliver_mode:dd+db+di");
    assert_string_equal(formula.events[1], "global_power_events");
    assert_string_equal(formula.events[2], "1stl_cache_load_miss_retired");
    assert_string_equal(formula.events[3], "data_read");
    formula = read_formula("\"instr_retired:nbogustag:nbogusntag\" + instr_retired");
    assert_int_equal(formula.n_events, 1);
    assert_string_equal(formula.events[0], "instr_retired");
    formula = read_formula("\"l2_ld:EM\" * \"resource_stalls:c=2:e\" + \"instr_completed:nbogus\"");
    assert_string_equal(formula.events[0], "l2_ld:me");
    assert_string_equal(formula.events[1], "resource_stalls:c=2:e=1");
    assert_string_equal(formula.events[2], "instr_completed");
}

static void what_is_wrong_is_told_with_its_column(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        size_t column;
        const char *what;
    } cases[] = {
        {"", 1, "expected an event or a number at the end"},
        {"1 +", 4, "expected an event or a number at the end"},
        {"1 2", 3, "'2' is not allowed here"},
        {"(1 + 2", 1, "not closed"},
        {"1 + (2 * (3)", 5, "not closed"},
        {"2 * data_raed_miss", 5, "did you mean data_read_miss?"},
        {"1 $ 2", 3, "'$' is not allowed here"},
        {"1.2.3", 1, "'1.2.3' is not a number"},
        {"* 2", 1, "'*' is not allowed here"},
        {"zebra", 1, "'zebra' is not an event"},
        {"1 + tc_deliver_mode:dd", 20, "must be quoted, as in \"tc_deliver_mode:...\""},
        {"1 + \"data_read", 5, "this \" is not closed"},
        {"1 + 'data_read\"", 5, "this ' is not closed"},
        {"2*\"tc_delver_mode:dd\"", 4, "did you mean tc_deliver_mode?"},
        {"2*\"tc_deliver_mode:xx\"", 4, "':xx' is not allowed"},
        {"2*\"tc_deliver_mode\"", 4, "parts of tc_deliver_mode must be named; allowed: :dd :db"},
        {"2*tc_deliver_mode", 3, "parts of tc_deliver_mode must be named; allowed: :dd :db"},
        {"\"l2_ld:mez\"", 2, "for this event :m :e :s :i"},
        {"\"uops_retired:bogus:U\"", 2, "names a ring"},
        {"\"\"", 2, "'' is not an event"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct formula formula;
        struct formula_error error;
        const char *text = cases[i].text;
        assert_int_equal(formula_read(text, strlen(text), &formula, &error), -1);
        if (error.column != cases[i].column || !strstr(error.what, cases[i].what))
            fail_msg("'%s': column %zu: %s", text, error.column, error.what);
    }
}

static void long_and_deep_formulas_are_refused(void **unused)
{
    (void)unused;
    char text[2048];
    struct formula formula;
    struct formula_error error;
    memset(text, '(', sizeof text);
    assert_int_equal(formula_read(text, sizeof text, &formula, &error), -1);
    assert_non_null(strstr(error.what, "nested deeper"));
    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = i % 2 ? '+' : '1';
    assert_int_equal(formula_read(text, sizeof text - 1, &formula, &error), -1);
    assert_non_null(strstr(error.what, "too long"));
}

static void a_file_is_read(void **unused)
{
    (void)unused;
    static const char text[] =
        "# a comment\n"
        "SHORT  Clocks per instruction\r\n"
        "METRICS\n"
        "CPI [clocks] = count_clocks / instructions_executed\n"
        "twice=2*data_read\n"
        "LONG\n"
        "How to read it:\n"
        "A = B is no formula here.\n";
    struct metric_group group;
    const char *events[4];
    assert_int_equal(metric_file_parse("a/b/cpi.metric", text, sizeof text - 1, &group), 0);
    assert_string_equal(group.name, "cpi");
    assert_string_equal(group.text, "Clocks per instruction");
    assert_int_equal(group.n_metrics, 2);
    assert_string_equal(group.metrics[0].name, "CPI");
    assert_string_equal(group.metrics[0].unit, "clocks");
    assert_string_equal(group.metrics[1].name, "twice");
    assert_string_equal(group.metrics[1].unit, "");
    assert_non_null(strstr(group.how_to_read, "How to read it:\nA = B"));
    assert_int_equal(metric_groups_events(&group, events, 4), 3);
    metric_file_free_group(&group);
}

static void a_wrong_file_is_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "",
        "SHORT a\n",
        "METRICS\nx = 1\n",
        "SHORT a\nMETRICS\nx 1\n",
        "SHORT a\nMETRICS\nx [y = 1\n",
        "SHORT a\nMETRICS\n= 1\n",
        "SHORT a\nMETRICS\nx = 1 +\n",
        "hello\n",
    };
    struct metric_group group;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_int_equal(metric_file_parse("x.metric", texts[i], strlen(texts[i]), &group), -1);
}

static void the_programs_own_files_are_right(void **unused)
{
    (void)unused;
    struct metric_groups groups;
    assert_int_equal(metric_groups_read(&groups), 0);
    assert_true(groups.n_groups >= 9);
    assert_non_null(metric_groups_find(&groups, "cpi"));
    metric_groups_free(&groups);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_group_as_in_arithmetic),
        cmocka_unit_test(intervals_are_carried_through),
        cmocka_unit_test(division_by_zero_has_no_value),
        cmocka_unit_test(events_are_found_by_both_names_and_listed_once),
        cmocka_unit_test(events_in_quotes_have_what_stands_behind_them),
        cmocka_unit_test(what_is_wrong_is_told_with_its_column),
        cmocka_unit_test(long_and_deep_formulas_are_refused),
        cmocka_unit_test(a_file_is_read),
        cmocka_unit_test(a_wrong_file_is_refused),
        cmocka_unit_test(the_programs_own_files_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
