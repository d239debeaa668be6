/*
 * SPDX-License-Identifier: MIT
 * Tests that the stored register values of a Pentium 4's passes are reused, and that a change of
 * the machine applies to each of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "pmc/netburst/netburst_notation.h"

/* Declared in netburst_table.h as weak, which would not link it from the archive. */
extern const struct event netburst_table[];

enum { MOST_SETS = 15, ALL_COUNTERS = (1 << NETBURST_COUNTERS) - 1 };

/* PEBS_ENABLE: bit 24 tags uops; bit 0 selects loads that missed the first-level cache, bit 2 those
 * that missed the TLB (SDM volume 3, Table 18-65). */
enum { CACHE_MISSES = 1 << 24 | 1 << 0, TLB_MISSES = 1 << 24 | 1 << 2 };

static const struct netburst_machine northwood = {.model = 2, .stepping = 9};

/* Each has one event, with another threshold, and the end of the list. */
static struct pmc_counted sets[MOST_SETS][NETBURST_COUNTERS];
static unsigned n_sets; /* number that is stored at a time */

static const struct netburst_plan *plan_of(unsigned set)
{
    return netburst_notation_plan(sets[set]);
}

static void make_unusable(uint32_t broken)
{
    char error[200];

    assert_int_equal(netburst_notation.schedule(ALL_COUNTERS & ~broken, NULL, 0, NULL, 0,
                                                NETBURST_COUNTERS, error, sizeof error),
                     0);
}

/* Stores the plans of all sets. */
static void assert_all_have(uint32_t enable)
{
    const struct netburst_plan *plans[MOST_SETS];

    for (unsigned i = 0; i < n_sets; i++)
        plans[i] = plan_of(i);
    for (unsigned i = 0; i < n_sets; i++) {
        assert_ptr_equal(plan_of(i), plans[i]);
        assert_int_equal(plans[i]->enable, enable);
    }
}

/* Clocks in which at least this number of instructions retires. */
static void read_set(unsigned set, unsigned least)
{
    char text[40], error[200];

    snprintf(text, sizeof text, "instr_retired:c=%u:k", least);
    if (netburst_notation.read(&netburst_table[NETBURST_EVENT_instr_retired], text, strlen(text),
                               &sets[set][0], error, sizeof error))
        fail_msg("%s: %s", text, error);
}

static int make_sets(void **state)
{
    (void)state;
    n_sets = netburst_notation.most_sets;
    assert_in_range(n_sets, 2, MOST_SETS);
    netburst_set_machine(&northwood);
    netburst_notation.set_pebs(0, 0);
    netburst_notation.discard();
    for (unsigned i = 0; i < n_sets; i++)
        read_set(i, i + 1);
    return 0;
}

static void a_setting_of_pebs_applies_to_every_set(void **state)
{
    (void)state;
    assert_all_have(0);
    netburst_notation.set_pebs(CACHE_MISSES, 1);
    assert_all_have(CACHE_MISSES);
    netburst_notation.set_pebs(TLB_MISSES, 1);
    assert_all_have(TLB_MISSES);
    netburst_notation.set_pebs(0, 0);
    assert_all_have(0);
}

/* Instructions are counted by 12 to 17 (SDM volume 3, Table 18-63: CRU_ESCR0 and 1). */
static void no_set_uses_a_broken_counter(void **state)
{
    (void)state;
    for (unsigned broken = 12; broken < 18; broken++) {
        make_unusable(1u << broken);
        for (unsigned i = 0; i < n_sets; i++) {
            assert_in_range(plan_of(i)->counted_by[0], 12, 17);
            assert_int_equal(plan_of(i)->counters, 1u << plan_of(i)->counted_by[0]);
            assert_int_not_equal(plan_of(i)->counted_by[0], broken);
        }
    }
}

/*
 * ESCR bits 0 and 2 are ring 3 of the second and the first logical processor. A count of the second
 * one alone does not get the rings of the experiment, and its name is different.
 */
static void a_count_of_the_second_processor_has_its_rings_only(void **state)
{
    static const struct {
        const char *text, *name;
        uint32_t escr;
    } cases[] = {{"instr_retired:u1", "instr_retired:u1", 0x04000601},
                 {"instr_retired:u:u1", "instr_retired:u1", 0x04000605},
                 {"instr_retired:u", "instr_retired", 0x04000604}};
    (void)state;
    netburst_set_machine(&(struct netburst_machine){.model = 2, .stepping = 9, .threads = true});
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[200], name[100];
        struct pmc_counted set[PMC_MAX_COUNTERS] = {{0}};
        const struct netburst_plan *plan;

        if (netburst_notation.read(&netburst_table[NETBURST_EVENT_instr_retired], cases[i].text,
                                   strlen(cases[i].text), set, error, sizeof error))
            fail_msg("%s: %s", cases[i].text, error);
        assert_int_equal(set[0].rings, PMC_RING_USER);
        plan = netburst_notation_plan(set);
        assert_int_equal(plan->escr[plan->escr_of[plan->counted_by[0]]], cases[i].escr);
        netburst_notation.write(&set[0], false, name, sizeof name);
        assert_string_equal(name, cases[i].name);
    }
    netburst_set_machine(&northwood);
}

/* Another machine has no broken counters until they are found. */
static void another_machine_applies_to_every_set(void **state)
{
    (void)state;
    for (unsigned only = 12; only < 18; only++) {
        uint8_t first = plan_of(0)->counted_by[0];

        make_unusable(~(1u << only));
        for (unsigned i = 0; i < n_sets; i++)
            assert_int_equal(plan_of(i)->counted_by[0], only);
        netburst_set_machine(&northwood);
        for (unsigned i = 0; i < n_sets; i++)
            assert_int_equal(plan_of(i)->counted_by[0], first);
    }
}

/* The threshold, CCCR bits 23-20, is one less: the filter passes values above it (SDM 18.15.3). */
static void new_settings_replace_those_of_every_set(void **state)
{
    (void)state;
    assert_all_have(0);
    netburst_notation.discard();
    for (unsigned i = 0; i < n_sets; i++)
        read_set(i, n_sets - i);
    for (unsigned i = 0; i < n_sets; i++) {
        const struct netburst_plan *plan = plan_of(i);

        assert_int_equal(plan->cccr[plan->counted_by[0]] >> 20 & 15, n_sets - i - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_setting_of_pebs_applies_to_every_set, make_sets),
        cmocka_unit_test_setup(no_set_uses_a_broken_counter, make_sets),
        cmocka_unit_test_setup(another_machine_applies_to_every_set, make_sets),
        cmocka_unit_test_setup(new_settings_replace_those_of_every_set, make_sets),
        cmocka_unit_test_setup(a_count_of_the_second_processor_has_its_rings_only, make_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
