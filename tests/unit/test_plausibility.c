/*
 * SPDX-License-Identifier: MIT
 * The limits of counts: each rule is violated once on purpose, and not at its limit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "pmc/families.h"
#include "pmc/plausibility/plausibility.h"

#define TERM_COUNT 600

/* The counts of a region: those of a rule's event, and 600 of each event in its terms. */
struct counts {
    const struct plausibility_rule *rule;
    struct plausibility_range event;
    const char *missing; /* not counted; NULL: all are */
};

static bool find_count(const void *context, const char *event, struct plausibility_range *range)
{
    const struct counts *counts = context;
    const fixed_t others = fixed_from_int(TERM_COUNT);
    *range = !strcmp(event, counts->rule->event) ? counts->event
                                                 : (struct plausibility_range){others, others, 0};
    return !counts->missing || strcmp(event, counts->missing) != 0;
}

static bool violates(const struct plausibility_rule *rule, fixed_t minimum, fixed_t maximum,
                     const char *missing)
{
    struct counts counts = {rule, {minimum, maximum, 0}, missing};
    return plausibility_is_violated(rule, find_count, &counts);
}

static fixed_t most(const struct plausibility_rule *rule)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < PLAUSIBILITY_TERMS && rule->term[i].event; i++) {
        assert_int_equal(TERM_COUNT * rule->term[i].times % rule->term[i].per, 0);
        sum += TERM_COUNT * rule->term[i].times / rule->term[i].per;
    }
    return fixed_from_int(sum);
}

static void each_rule_is_violated_above_its_limit(void **state)
{
    (void)state;
    assert_true(plausibility_rule_count > 30);
    for (unsigned i = 0; i < plausibility_rule_count; i++) {
        const struct plausibility_rule *rule = &plausibility_rules[i];
        assert_false(violates(rule, most(rule), most(rule) + 1, NULL));
        assert_true(violates(rule, most(rule) + 1, most(rule) + 1, NULL));
        assert_false(violates(rule, most(rule) + 1, most(rule) + 1, rule->event));
        assert_true(plausibility_concerns(rule, rule->event));
        for (unsigned t = 0; t < PLAUSIBILITY_TERMS && rule->term[t].event; t++) {
            assert_false(violates(rule, most(rule) + 1, most(rule) + 1, rule->term[t].event));
            assert_true(plausibility_concerns(rule, rule->term[t].event));
        }
        assert_false(plausibility_concerns(rule, "time_stamp"));
    }
}

/* 1001 clocks for an instruction are suspect, unless data accesses or the bus explain them. */
static void a_sum_of_terms_is_the_limit(void **state)
{
    (void)state;
    const struct plausibility_rule rule = {
        "clocks", "slow", false, {{1000, 1, "instructions"}, {100, 1, "accesses"}, {1, 2, "bus"}}};
    const int64_t limit = TERM_COUNT * 1000 + TERM_COUNT * 100 + TERM_COUNT / 2;
    assert_false(violates(&rule, fixed_from_int(limit), fixed_from_int(limit), NULL));
    assert_true(violates(&rule, fixed_from_int(limit + 1), fixed_from_int(limit + 1), NULL));
}

static bool find_with_overhead(const void *context, const char *event,
                               struct plausibility_range *range)
{
    const fixed_t clocks = fixed_from_int(!strcmp(event, "bus") ? *(const int *)context : 10);
    *range = (struct plausibility_range){clocks, clocks, fixed_from_int(39)};
    return true;
}

/* Of 49 clocks, 39 are the probe's, during which the bus may have been busy for the region. */
static void a_raw_term_includes_the_overhead(void **state)
{
    (void)state;
    const struct plausibility_rule raw = {"bus", "busy", true, {{1, 1, "clocks"}}};
    const struct plausibility_rule corrected = {"bus", "busy", false, {{1, 1, "clocks"}}};
    const int bus[] = {10, 11, 49, 50};
    const bool above_raw[] = {false, false, false, true},
               above_corrected[] = {false, true, true, true};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(plausibility_is_violated(&raw, find_with_overhead, &bus[i]), above_raw[i]);
        assert_int_equal(plausibility_is_violated(&corrected, find_with_overhead, &bus[i]),
                         above_corrected[i]);
    }
}

static const struct event *find_in(const struct family *family, const char *name)
{
    for (unsigned e = 0; e < family->n_events; e++)
        if (!strcmp(family->events[e].name, name))
            return &family->events[e];
    return NULL;
}

static bool is_of_family(const struct plausibility_rule *rule, const struct family *family)
{
    bool all = find_in(family, rule->event);
    for (unsigned t = 0; t < PLAUSIBILITY_TERMS && rule->term[t].event; t++)
        all &= find_in(family, rule->term[t].event) != NULL;
    return all;
}

static void a_rule_names_events_of_one_family(void **state)
{
    (void)state;
    for (unsigned i = 0; i < plausibility_rule_count; i++) {
        unsigned families_of_it = 0;
        for (unsigned f = 0; f < FAMILY_P4; f++) /* the Pentium 4 has no rules */
            families_of_it += is_of_family(&plausibility_rules[i], &families[f]);
        if (families_of_it != 1)
            fail_msg("%s, %s: in %u families", plausibility_rules[i].event,
                     plausibility_rules[i].text, families_of_it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_is_violated_above_its_limit),
        cmocka_unit_test(a_sum_of_terms_is_the_limit),
        cmocka_unit_test(a_raw_term_includes_the_overhead),
        cmocka_unit_test(a_rule_names_events_of_one_family),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
