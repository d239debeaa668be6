/*
 * SPDX-License-Identifier: MIT
 * Scheduling, and the event table itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

#include "pmc/schedule.h"

static const struct pmc pmc = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};

static struct pass passes[P5_EVENTS];

/* Every event in exactly one place, on a counter that may be used. */
static void assert_covers(const struct event *const wanted[], unsigned n, unsigned n_passes,
                          uint32_t usable)
{
    for (unsigned e = 0; e < n; e++) {
        unsigned places = 0;
        for (unsigned p = 0; p < n_passes; p++)
            for (unsigned c = 0; c < pmc.counters; c++) {
                places += passes[p].events[c] == wanted[e];
                if (!(usable >> c & 1))
                    assert_null(passes[p].events[c]);
            }
        assert_int_equal(places, 1);
    }
}

/* n events on two counters: half of n, rounded up, which no schedule can beat. On one: n. */
static void passes_are_fewest(void **state)
{
    (void)state;
    const struct event *wanted[P5_EVENTS];
    for (unsigned n = 1; n <= P5_EVENTS; n++) {
        wanted[n - 1] = &p5_events[n - 1];
        for (uint32_t usable = 1; usable <= 3; usable++) {
            unsigned fewest = usable == 3 ? (n + 1) / 2 : n;
            assert_int_equal(schedule(&pmc, usable, wanted, n, passes, P5_EVENTS), fewest);
            assert_int_equal(schedule_lower_bound(&pmc, usable, n), fewest);
            assert_covers(wanted, n, fewest, usable);
            assert_int_equal(schedule(&pmc, usable, wanted, n, passes, fewest - 1), -1);
        }
    }
}

static void no_counter_no_schedule(void **state)
{
    (void)state;
    const struct event *wanted[] = {&p5_events[0]};
    assert_int_equal(schedule(&pmc, 0, wanted, 1, passes, P5_EVENTS), -1);
    assert_int_equal(schedule_lower_bound(&pmc, 0, 1), 0);
}

/* Codes 00-0F, 12-1F, 22-29 and the clock, each once; names and mnemonics differ from each other.
 */
static void the_table_is_whole(void **state)
{
    (void)state;
    for (unsigned code = 0; code < 0x40; code++) {
        unsigned rows = 0;
        for (unsigned e = 0; e < P5_EVENTS; e++)
            rows += p5_events[e].code == code;
        bool documented =
            code <= 0x0F || (code >= 0x12 && code <= 0x1F) || (code >= 0x22 && code <= 0x29);
        assert_int_equal(rows, documented);
    }
    for (unsigned a = 0; a < P5_EVENTS; a++) {
        assert_ptr_equal(pmc_find_event(&pmc, p5_events[a].name, strlen(p5_events[a].name)),
                         &p5_events[a]);
        assert_ptr_equal(pmc_find_event(&pmc, p5_events[a].mnemonic, strlen(p5_events[a].mnemonic)),
                         &p5_events[a]);
    }
    assert_null(pmc_find_event(&pmc, "branch", 6));
    assert_null(pmc_find_event(&pmc, "branchess", 9));
    assert_null(pmc_find_event(&pmc, "", 0));
    assert_non_null(pmc_find_event(&pmc, "branches,flops", 8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_are_fewest),
        cmocka_unit_test(no_counter_no_schedule),
        cmocka_unit_test(the_table_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
