/*
 * SPDX-License-Identifier: MIT
 * Tests scheduling against an exhaustive search; and the event table itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

#include "pmc/schedule.h"
#include "pmc/p5/p5_events.h"

#define MOST 16

static const struct pmc pmc = {.counters = 2, .events = p5_events, .n_events = P55C_EVENTS};

static struct schedule_pass *passes_with_room(void)
{
    static struct schedule_pass passes[P55C_EVENTS];
    static struct pmc_counted counted[P55C_EVENTS][2];
    for (unsigned p = 0; p < P55C_EVENTS; p++)
        passes[p] = (struct schedule_pass){.counted = counted[p]};
    return passes;
}

/* Every event is in exactly one place, on a counter that can count it and may be used. */
static void assert_covers(const struct pmc_counted wanted[], unsigned n,
                          const struct schedule_pass passes[], unsigned n_passes, uint32_t usable)
{
    unsigned filled = 0;
    for (unsigned p = 0; p < n_passes; p++) {
        for (unsigned c = 0; c < pmc.counters; c++) {
            const struct pmc_counted *counted = &passes[p].counted[c];
            if (!counted->event)
                continue;
            filled++;
            assert_true(usable >> c & counted->event->counters >> c & 1);
            unsigned asked = 0;
            for (unsigned e = 0; e < n; e++)
                asked += wanted[e].event == counted->event && wanted[e].rings == counted->rings;
            assert_int_equal(asked, 1);
            for (unsigned q = 0; q < p; q++)
                for (unsigned d = 0; d < pmc.counters; d++)
                    assert_false(passes[q].counted[d].event == counted->event &&
                                 passes[q].counted[d].rings == counted->rings);
        }
    }
    assert_int_equal(filled, n);
}

/* n events on two counters take half of n passes, rounded up, the lower bound of any schedule. On
 * one counter they take n. */
static void p5_passes_are_fewest(void **state)
{
    (void)state;
    struct schedule_pass *passes = passes_with_room();
    for (unsigned n = 1; n <= P5_EVENTS; n++) {
        for (uint32_t usable = 1; usable <= 3; usable++) {
            struct pmc_counted wanted[P5_EVENTS];
            for (unsigned e = 0; e < n; e++)
                wanted[e] = (struct pmc_counted){.event = &p5_events[e], .rings = PMC_RING_KERNEL};
            unsigned fewest = usable == 3 ? (n + 1) / 2 : n;
            assert_int_equal(
                schedule_passes(&pmc, SCHEDULE_READS, usable, wanted, n, passes, P5_EVENTS),
                fewest);
            assert_int_equal(schedule_lower_bound(&pmc, SCHEDULE_READS, usable, wanted, n), fewest);
            assert_covers(wanted, n, passes, fewest, usable);
            assert_int_equal(
                schedule_passes(&pmc, SCHEDULE_READS, usable, wanted, n, passes, fewest - 1), -1);
        }
    }
}

/*
 * All 74 events of the P55C: either counter can count 39; of the other 35, counter 0 has 18 (2A to
 * 3B) and counter 1 17 (all but 39). 37 passes count 74, and neither counter needs more.
 */
static void p55c_passes_are_fewest(void **state)
{
    (void)state;
    struct schedule_pass *passes = passes_with_room();
    struct pmc_counted wanted[P55C_EVENTS];
    for (unsigned e = 0; e < P55C_EVENTS; e++)
        wanted[e] = (struct pmc_counted){.event = &p5_events[e], .rings = PMC_RING_KERNEL};
    assert_int_equal(
        schedule_passes(&pmc, SCHEDULE_READS, 3, wanted, P55C_EVENTS, passes, P55C_EVENTS), 37);
    assert_covers(wanted, P55C_EVENTS, passes, 37, 3);

    /* Counter 0's 18 restricted events share no pass; 17 of the other counter's fit next to
     * them. */
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_READS, 3, wanted, P55C_EVENTS, passes, 36), -1);
    struct pmc_counted restricted[P55C_EVENTS - P5_EVENTS];
    unsigned n = 0;
    for (unsigned e = P5_EVENTS; e < P55C_EVENTS; e++)
        restricted[n++] = (struct pmc_counted){.event = &p5_events[e], .rings = PMC_RING_KERNEL};
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_READS, 3, restricted, n, passes, P55C_EVENTS),
                     18);
    assert_covers(restricted, n, passes, 18, 3);
}

/* ---- an exhaustive search ---------------------------------------------------------------------
 */

/* The best of all schedules: the fewest passes, and among those the most pairs. */
struct best {
    unsigned passes, pairs;
};

static bool fits(uint32_t usable, const struct event *a, const struct event *b)
{
    bool a_on_0 = (usable & 1 & a->counters) && (usable & 2 & b->counters);
    bool a_on_1 = (usable & 2 & a->counters) && (usable & 1 & b->counters);
    return a_on_0 || a_on_1;
}

/* The first event of `left` (a mask) is alone, or with each other event in turn that can share its
 * pass. */
static void search(const struct pmc_counted wanted[], uint32_t usable, uint32_t left,
                   struct best so_far, struct best *best)
{
    if (!left) {
        if (so_far.passes < best->passes ||
            (so_far.passes == best->passes && so_far.pairs > best->pairs))
            *best = so_far;
        return;
    }
    unsigned first = (unsigned)__builtin_ctz(left);
    so_far.passes++;
    left &= left - 1;
    search(wanted, usable, left, so_far, best);
    for (uint32_t others = left; others; others &= others - 1) {
        unsigned other = (unsigned)__builtin_ctz(others);
        struct best with = so_far;
        if (!fits(usable, wanted[first].event, wanted[other].event))
            continue;
        with.pairs += wanted[first].event == wanted[other].event;
        search(wanted, usable, left & ~(1u << other), with, best);
    }
}

static void assert_best(const struct pmc_counted wanted[], unsigned n, uint32_t usable)
{
    struct schedule_pass *passes = passes_with_room();
    struct pmc_counted ordered[MOST];
    struct best best = {MOST + 1, 0};
    unsigned pairs = 0;
    search(wanted, usable, (1u << n) - 1, (struct best){0, 0}, &best);
    memcpy(ordered, wanted, n * sizeof *wanted);
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_READS, usable, ordered, n, passes, MOST),
                     best.passes);
    assert_int_equal(schedule_lower_bound(&pmc, SCHEDULE_READS, usable, wanted, n), best.passes);
    assert_covers(wanted, n, passes, best.passes, usable);
    for (unsigned p = 0; p < best.passes; p++)
        pairs += passes[p].counted[0].event == passes[p].counted[1].event;
    assert_int_equal(pairs, best.pairs);
}

/* Up to 7 events, each for either counter, for counter 0 or for counter 1, in every order: 3,279
 * cases. */
static void no_schedule_of_seven_is_better(void **state)
{
    (void)state;
    static const uint8_t kinds[] = {EVENT_COUNTER_0, EVENT_COUNTER_1, EVENT_COUNTERS_BOTH};
    struct event events[7] = {0};
    struct pmc_counted wanted[7];
    unsigned cases = 3;
    for (unsigned n = 1; n <= 7; n++, cases *= 3) {
        for (unsigned number = 0; number < cases; number++) {
            unsigned digits = number;
            for (unsigned e = 0; e < n; e++, digits /= 3) {
                events[e].counters = kinds[digits % 3];
                wanted[e] = (struct pmc_counted){.event = &events[e], .rings = PMC_RING_KERNEL};
            }
            assert_best(wanted, n, 3);
        }
    }
}

/* Every set of four events, one of counter 0, one of counter 1, two of either, in either ring. */
static void no_schedule_of_two_rings_is_better(void **state)
{
    (void)state;
    static const struct event events[] = {{.counters = EVENT_COUNTER_0},
                                          {.counters = EVENT_COUNTER_1},
                                          {.counters = EVENT_COUNTERS_BOTH},
                                          {.counters = EVENT_COUNTERS_BOTH}};
    for (unsigned order = 0; order < 8; order++) {
        for (uint32_t set = 1; set < 256; set++) {
            struct pmc_counted wanted[8];
            unsigned n = 0;
            for (unsigned i = 0; i < 8; i++) {
                unsigned j = (i * 3 + order) % 8;
                if (set >> j & 1)
                    wanted[n++] = (struct pmc_counted){
                        .event = &events[j / 2], .rings = j % 2 ? PMC_RING_USER : PMC_RING_KERNEL};
            }
            assert_best(wanted, n, 3);
        }
    }
}

/* Probes: two events that must be near never share a pass. */
static void search_probed(const struct pmc_counted wanted[], uint32_t left, unsigned passes,
                          unsigned *best)
{
    if (!left) {
        *best = passes < *best ? passes : *best;
        return;
    }
    unsigned first = (unsigned)__builtin_ctz(left);
    left &= left - 1;
    search_probed(wanted, left, passes + 1, best);
    for (uint32_t others = left; others; others &= others - 1) {
        unsigned other = (unsigned)__builtin_ctz(others);
        const struct event *a = wanted[first].event, *b = wanted[other].event;
        if (fits(3, a, b) && !(a->near && b->near))
            search_probed(wanted, left & ~(1u << other), passes + 1, best);
    }
}

static void assert_near_alone(const struct schedule_pass passes[], unsigned n)
{
    for (unsigned p = 0; p < n; p++)
        for (unsigned c = 0; c < 2; c++)
            if (passes[p].counted[c].event && passes[p].counted[c].event->near)
                assert_int_equal(passes[p].near, c);
}

/* Up to 5 events, each for either counter or one of them, near or not: 9,330 cases. */
static void probes_read_what_must_be_near_there(void **state)
{
    (void)state;
    static const uint8_t kinds[] = {EVENT_COUNTER_0, EVENT_COUNTER_1, EVENT_COUNTERS_BOTH};
    struct event events[5] = {0};
    struct pmc_counted wanted[5];
    unsigned cases = 6;
    for (unsigned n = 1; n <= 5; n++, cases *= 6) {
        for (unsigned number = 0; number < cases; number++) {
            struct schedule_pass *passes = passes_with_room();
            unsigned digits = number, best = MOST;
            for (unsigned e = 0; e < n; e++, digits /= 6) {
                events[e].counters = kinds[digits % 3];
                events[e].near = digits / 3 % 2;
                wanted[e] = (struct pmc_counted){.event = &events[e], .rings = PMC_RING_KERNEL};
            }
            search_probed(wanted, (1u << n) - 1, 0, &best);
            assert_int_equal(schedule_lower_bound(&pmc, SCHEDULE_PROBES, 3, wanted, n), best);
            assert_int_equal(schedule_passes(&pmc, SCHEDULE_PROBES, 3, wanted, n, passes, MOST),
                             best);
            assert_covers(wanted, n, passes, best, 3);
            assert_near_alone(passes, best);
            assert_int_equal(schedule_passes(&pmc, SCHEDULE_PROBES, 3, wanted, n, passes, best - 1),
                             -1);
        }
    }
}

/*
 * The clock and the events of code fetches in either ring: one in each pass, also if the passes
 * could hold two of them.
 */
static void probes_count_clocks_in_two_rings_in_two_passes(void **state)
{
    (void)state;
    struct event clocks = {.counters = EVENT_COUNTERS_BOTH, .near = 1};
    struct event reads = {.counters = EVENT_COUNTERS_BOTH};
    struct pmc_counted wanted[] = {{.event = &clocks, .rings = 1},
                                   {.event = &clocks, .rings = 2},
                                   {.event = &reads, .rings = 1},
                                   {.event = &reads, .rings = 2}};
    struct schedule_pass *passes = passes_with_room();
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_PROBES, 3, wanted, 4, passes, MOST), 2);
    assert_covers(wanted, 4, passes, 2, 3);
    assert_near_alone(passes, 2);
    struct pmc_counted again[] = {{.event = &clocks, .rings = 1}, {.event = &clocks, .rings = 2}};
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_READS, 3, again, 2, passes, MOST), 1);
}

/*
 * A routine that the probes call reads counter 0 last, and clocks with a threshold are clocks too.
 */
static void called_probes_count_clocks_on_counter_0(void **state)
{
    (void)state;
    const struct pmc calling = {.counters = 2, .calls = true};
    struct event cycles = {.counters = EVENT_COUNTERS_BOTH, .near = 1};
    struct event loads = {.counters = EVENT_COUNTERS_BOTH};
    for (unsigned i = 0; i < 4; i++) {
        struct pmc_counted wanted[] = {{.event = i & 1 ? &cycles : &loads, .rings = 1},
                                       {.event = i & 1 ? &loads : &cycles, .rings = 1}};
        if (i & 2) { /* neither event is near, but one is counted in clocks */
            for (unsigned e = 0; e < 2; e++) {
                wanted[e].threshold = wanted[e].event == &cycles;
                wanted[e].event = &loads;
            }
        }
        struct schedule_pass *passes = passes_with_room();
        assert_int_equal(schedule_passes(&calling, SCHEDULE_PROBES, 3, wanted, 2, passes, MOST), 1);
        const struct pmc_counted *first = &passes[0].counted[0];
        assert_true(first->threshold || first->event == &cycles);
        assert_int_equal(passes[0].near, 0);
    }
}

/* If one counter is stuck, events that the other cannot count are not to be requested. */
static void one_counter_counts_what_it_can(void **state)
{
    (void)state;
    static const struct event events[] = {{.counters = EVENT_COUNTER_0},
                                          {.counters = EVENT_COUNTER_1},
                                          {.counters = EVENT_COUNTERS_BOTH}};
    struct pmc_counted wanted[] = {{.event = &events[0], .rings = 1},
                                   {.event = &events[2], .rings = 1},
                                   {.event = &events[2], .rings = 2}};
    struct pmc_counted not_here[] = {{.event = &events[2], .rings = 1},
                                     {.event = &events[1], .rings = 1}};
    struct schedule_pass *passes = passes_with_room();
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_READS, 1, wanted, 3, passes, MOST), 3);
    assert_int_equal(schedule_lower_bound(&pmc, SCHEDULE_READS, 1, wanted, 3), 3);
    assert_covers(wanted, 3, passes, 3, 1);
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_READS, 1, not_here, 2, passes, MOST), -1);
    assert_int_equal(schedule_lower_bound(&pmc, SCHEDULE_READS, 1, not_here, 2), 1);
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_READS, 0, wanted, 1, passes, MOST), -1);
    assert_int_equal(schedule_lower_bound(&pmc, SCHEDULE_READS, 0, wanted, 1), 0);
    assert_int_equal(schedule_passes(&pmc, SCHEDULE_READS, 3, wanted, 0, passes, 0), 0);
}

/* ---- the table --------------------------------------------------------------------------------
 */

/*
 * Codes 00-0F, 12-1F, 22-29 for either counter and the clock, each once; 2A to 3B once for each
 * counter, except 39, which is reserved on counter 1. Names and mnemonics are unique.
 */
static void the_table_is_whole(void **state)
{
    (void)state;
    for (unsigned code = 0; code < 0x40; code++) {
        unsigned on[4] = {0};
        for (unsigned e = 0; e < P55C_EVENTS; e++)
            if (p5_events[e].code == code) {
                on[p5_events[e].counters]++;
                assert_int_equal(e < P5_EVENTS, code < 0x2A);
            }
        bool p5 = code <= 0x0F || (code >= 0x12 && code <= 0x1F) || (code >= 0x22 && code <= 0x29);
        bool p55c = code >= 0x2A && code <= 0x3B;
        assert_int_equal(on[EVENT_COUNTERS_BOTH], p5);
        assert_int_equal(on[EVENT_COUNTER_0], p55c);
        assert_int_equal(on[EVENT_COUNTER_1], p55c && code != 0x39);
    }
    for (unsigned a = 0; a < P55C_EVENTS; a++) {
        assert_ptr_equal(pmc_event_find(&pmc, p5_events[a].name, strlen(p5_events[a].name)),
                         &p5_events[a]);
        const char *mnemonic = event_mnemonic(&p5_events[a]);
        assert_ptr_equal(pmc_event_find(&pmc, mnemonic, strlen(mnemonic)), &p5_events[a]);
    }
    assert_null(pmc_event_find(&pmc, "branch", 6));
    assert_null(pmc_event_find(&pmc, "branchess", 9));
    assert_null(pmc_event_find(&pmc, "", 0));
    assert_non_null(pmc_event_find(&pmc, "branches,flops", 8));
    assert_string_equal(pmc_event_find(&pmc, "clocks", 6)->name, "count_clocks");
    assert_string_equal(pmc_event_find_anywhere("Cycles", 6)->name, "count_clocks");
    assert_null(pmc_event_find(&pmc, "clock", 5));
}

static void a_p5_has_no_event_of_the_p55c(void **state)
{
    (void)state;
    static const struct pmc p5 = {.counters = 2, .events = p5_events, .n_events = P5_EVENTS};
    assert_null(pmc_event_find(&p5, "returns", 7));
    assert_string_equal(pmc_event_find_anywhere("returns", 7)->name, "returns");
    assert_null(pmc_event_find_anywhere("turns", 5));
}

/* Groups 0, 0, 2: each is a pass, and a group without events has none. */
static void each_group_is_a_pass(void **state)
{
    (void)state;
    const struct schedule_request request = {
        .pmc = &pmc, .use = SCHEDULE_READS, .usable = 3, .most = 2};
    const uint16_t groups[] = {0, 0, 2};
    struct schedule_pass *passes = passes_with_room();
    struct pmc_counted wanted[3];
    char error[400];
    unsigned bound = 0;
    for (unsigned e = 0; e < 3; e++)
        wanted[e] = (struct pmc_counted){.event = &p5_events[e], .rings = PMC_RING_KERNEL};
    assert_int_equal(
        schedule_groups(&request, wanted, groups, 3, passes, &bound, error, sizeof error), 2);
    assert_int_equal(bound, 2);
    assert_ptr_equal(passes[0].counted[0].event, &p5_events[0]);
    assert_ptr_equal(passes[0].counted[1].event, &p5_events[1]);
    assert_ptr_equal(passes[1].counted[0].event, &p5_events[2]);
}

/*
 * Three events on two counters; two events that a P55C counts on counter 0 only (2Bh and 31h); two
 * that probes must read next to the region (0Eh and the clocks).
 */
static void a_group_that_needs_two_passes_is_refused(void **state)
{
    (void)state;
    static const struct {
        enum schedule_for use;
        const char *names[3];
        const char *why;
    } cases[] = {
        {SCHEDULE_READS, {"data_read", "branches", "flops"}, "there are 2 counters for 3 events"},
        {SCHEDULE_READS,
         {"mmx_instructions_executed_u_pipe", "mmx_instruction_data_reads"},
         "certain counters, which overlap"},
        {SCHEDULE_PROBES, {"code_cache_miss", "clocks"}, "next to the region"},
    };
    const uint16_t group[] = {1, 1, 1};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct schedule_request request = {
            .pmc = &pmc, .use = cases[i].use, .usable = 3, .most = 2};
        struct pmc_counted wanted[3];
        unsigned n = 0, bound = 7;
        char error[400];
        for (; n < 3 && cases[i].names[n]; n++)
            wanted[n] = (struct pmc_counted){
                .event = pmc_event_find(&pmc, cases[i].names[n], strlen(cases[i].names[n])),
                .rings = PMC_RING_KERNEL};
        assert_int_equal(schedule_groups(&request, wanted, group, n, passes_with_room(), &bound,
                                         error, sizeof error),
                         -1);
        assert_non_null(strstr(error, "events: group 2 ("));
        assert_non_null(strstr(error, cases[i].why));
        assert_int_equal(bound, 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p5_passes_are_fewest),
        cmocka_unit_test(p55c_passes_are_fewest),
        cmocka_unit_test(no_schedule_of_seven_is_better),
        cmocka_unit_test(no_schedule_of_two_rings_is_better),
        cmocka_unit_test(probes_read_what_must_be_near_there),
        cmocka_unit_test(probes_count_clocks_in_two_rings_in_two_passes),
        cmocka_unit_test(called_probes_count_clocks_on_counter_0),
        cmocka_unit_test(one_counter_counts_what_it_can),
        cmocka_unit_test(the_table_is_whole),
        cmocka_unit_test(a_p5_has_no_event_of_the_p55c),
        cmocka_unit_test(each_group_is_a_pass),
        cmocka_unit_test(a_group_that_needs_two_passes_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
