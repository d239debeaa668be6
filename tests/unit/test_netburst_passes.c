/*
 * SPDX-License-Identifier: MIT
 * Tests that settings take the fewest passes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "pmc/netburst/netburst_passes.h"
#include "tests/unit/netburst_trying.h"

enum { MOST_SETTINGS = 200 };

/* All settings except uop_type, which counts nothing: only each event's first part, or each
 * part. */
static unsigned all_settings(bool each_part, struct netburst_count counts[])
{
    unsigned n = 0;
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        if (i == NETBURST_EVENT_uop_type)
            continue;
        for (const struct netburst_mask *part = NULL;
             (part = netburst_next_part(&netburst_events[i], part));) {
            char text[100];
            snprintf(text, sizeof text, "%s:%s:uk", netburst_events[i].name, part->name);
            read_all(&prescott, (const char *const[]){text}, 1, &counts[n++]);
            if (!each_part)
                break;
        }
    }
    return n;
}

static void assert_passes(const struct netburst_machine *machine,
                          const struct netburst_count counts[], unsigned n, unsigned expected)
{
    static struct netburst_count room[MOST_SETTINGS];
    uint16_t pass[MOST_SETTINGS];
    struct netburst_plan plan;
    assert_int_equal(netburst_passes_bound(machine, counts, n), expected);
    assert_int_equal(netburst_passes(machine, counts, n, pass, MOST_SETTINGS, room), expected);
    unsigned shared = 0;
    for (unsigned p = 0; p < expected; p++) {
        unsigned in_it = 0;
        for (unsigned i = 0; i < n; i++)
            if (pass[i] == p)
                room[in_it++] = counts[i];
        assert_true(netburst_fits(machine, room, in_it, &plan));
        assert_right(machine, room, in_it, &plan);
        shared += in_it;
    }
    assert_int_equal(shared, n);
    assert_int_equal(netburst_passes(machine, counts, n, pass, expected - 1, room), -1);
}

/*
 * FIRM_ESCR0 and 1 select nine events, so 46 take 5 passes. FSB_ESCR0 and 1 have 15 + 15 + 6 + 1 +
 * 6 + 3 + 3 + 4 = 53 parts, so 179 take 27. Without counter 1 the 101 parts of its block (53, 38 of
 * BSU, 4, 3, 2, 1) share three counters: 34.
 */
static void all_events_take_the_fewest_passes(void **state)
{
    (void)state;
    struct netburst_machine with_1 = prescott;
    struct netburst_count counts[MOST_SETTINGS];
    with_1.counter_1 = true;
    unsigned n = all_settings(false, counts);
    assert_int_equal(n, 46);
    assert_passes(&with_1, counts, n, 5);
    assert_passes(&prescott, counts, n, 5);
    n = all_settings(true, counts);
    assert_int_equal(n, 179);
    assert_passes(&with_1, counts, n, 27);
    assert_passes(&prescott, counts, n, 34);
}

/* The fewest passes, over all distributions of the counts from i on; pass[] has those before i. */
static unsigned fewest(const struct netburst_count counts[], unsigned n, unsigned i,
                       unsigned pass[], unsigned passes, unsigned best)
{
    if (passes >= best)
        return best;
    if (i == n)
        return passes;
    for (unsigned p = 0; p <= passes; p++) {
        struct netburst_count together[8];
        unsigned in_it = 0;
        pass[i] = p;
        for (unsigned j = 0; j <= i; j++)
            if (pass[j] == p)
                together[in_it++] = counts[j];
        if (fits_somehow(&prescott, together, in_it))
            best = fewest(counts, n, i + 1, pass, p == passes ? passes + 1 : passes, best);
    }
    return best;
}

/* 300 sets of seven events that compete for registers, chosen by a fixed sequence. */
static void small_sets_take_the_fewest_passes(void **state)
{
    (void)state;
    struct netburst_count all[MOST_SETTINGS], counts[7], room[7];
    unsigned n = all_settings(true, all), several = 0;
    for (unsigned i = 0; i < NETBURST_TAGGED; i++)
        read_all(&prescott, &netburst_tagged[i].name, 1, &all[n - 1 - i]);
    uint32_t chance = 1;
    for (unsigned round = 0; round < 300; round++) {
        unsigned used[8];
        uint16_t pass[7];
        chance = chance * 1103515245 + 12345;
        unsigned from = (chance >> 16) % (n - 21);
        for (unsigned i = 0; i < 7; i++) /* neighbours in the table share a block */
            counts[i] = all[from + 3 * i];
        unsigned expected = fewest(counts, 7, 0, used, 0, 8);
        int got = netburst_passes(&prescott, counts, 7, pass, 7, room);
        for (unsigned i = 0; i < 7 && got != (int)expected; i++) {
            char name[200];
            netburst_format(&counts[i], name, sizeof name);
            print_error("%s (pass %u) ", name, pass[i]);
        }
        assert_int_equal(got, expected);
        several += expected > 2;
    }
    assert_true(several > 50);
}

/*
 * The starting counter and the started one are in the same pass. Alone, the last event would not
 * fit in the first pass, where CRU_ESCR0 and 1 are in use. In the second pass front_end_event,
 * which is listed before it, could start it.
 */
static void a_cascade_stays_together(void **state)
{
    (void)state;
    static const char *const texts[] = {"instr_retired:u",
                                        "uops_retired:u",
                                        "x87_assist:u",
                                        "machine_clear:u",
                                        "front_end_event:u",
                                        "resource_stall:u",
                                        "mispred_branch_retired:u:cascade"};
    struct netburst_count counts[7], room[7];
    uint16_t pass[7];
    read_all(&northwood, texts, 7, counts);
    assert_int_equal(netburst_passes(&northwood, counts, 7, pass, 7, room), 2);
    assert_int_equal(pass[5], pass[6]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_events_take_the_fewest_passes),
        cmocka_unit_test(small_sets_take_the_fewest_passes),
        cmocka_unit_test(a_cascade_stays_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
