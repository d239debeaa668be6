/*
 * SPDX-License-Identifier: MIT
 * Tests the event selectors and counters of the P6 and the K7: thresholds, inversion and edges over
 * a stream of events that is written out, widths, writes, enable bits, rings, overflows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "sim/counters/evntsel.h"

/* A model with three events: EVENT, SPLIT, which counts what the low bits of its unit mask select,
 * and KEPT, which keeps its conditions itself. */
struct machine {
    struct evntsel_counters counters;
    struct count_condition *conditions[EVNTSEL_MOST];
    uint64_t clock, total[4];
    uint64_t kept[4]; /* of KEPT, by threshold */
};

enum { EVENT = 1, SPLIT = 2, KEPT = 3, OS = EVNTSEL_OS, USR = EVNTSEL_USR, EN = EVNTSEL_ENABLE };
enum { INT = EVNTSEL_INT, EDGE = EVNTSEL_EDGE, INV = EVNTSEL_INVERT };
#define CMASK(n) ((uint32_t)(n) << 24)

static uint64_t total(void *model, unsigned event, unsigned mask, unsigned counter)
{
    const struct machine *machine = model;

    (void)counter;
    if (event == EVENT)
        return machine->total[0];
    return (mask & 1 ? machine->total[1] : 0) + (mask & 2 ? machine->total[2] : 0);
}

static uint64_t clock_of(void *model)
{
    return ((const struct machine *)model)->clock;
}

/* All events are reported clock by clock except KEPT, which keeps its conditions itself. */
static bool condition_of(void *model, unsigned event, unsigned mask, unsigned counter,
                         struct count_condition_rule rule, uint64_t *total_under)
{
    (void)mask;
    (void)counter;
    *total_under = ((const struct machine *)model)->kept[rule.threshold % 4];
    return event == KEPT;
}

static void report(void *model, unsigned counter, unsigned event, unsigned mask,
                   struct count_condition *condition)
{
    (void)event;
    (void)mask;
    ((struct machine *)model)->conditions[counter] = condition;
}

static struct machine machine;

static void begin(const struct evntsel_family *family)
{
    const struct evntsel_source source = {total, clock_of, condition_of, report, &machine};

    machine = (struct machine){.clock = 1000};
    machine.counters.reserved_faults = true;
    evntsel_reset(&machine.counters, family, &source);
}

static void select_event(unsigned n, uint32_t value)
{
    assert_int_equal(evntsel_select(&machine.counters, n, value), 0);
}

static uint64_t counter(unsigned n)
{
    return evntsel_read(&machine.counters, n);
}

static void happen(uint64_t n)
{
    machine.total[0] += n;
    machine.clock++;
}

/* Ten clocks with 12 events, reported in the order of time or backwards. */
static const unsigned stream[] = {0, 1, 3, 2, 0, 2, 0, 0, 1, 3};
enum { CLOCKS = sizeof stream / sizeof stream[0] };

static void play_stream(bool backwards)
{
    for (unsigned i = 0; i < CLOCKS; i++) {
        const unsigned at = backwards ? CLOCKS - 1 - i : i;

        machine.total[0] += stream[at];
        for (unsigned n = 0; n < EVNTSEL_MOST; n++)
            if (machine.conditions[n] && stream[at])
                count_condition_report(machine.conditions[n], machine.clock + at, 1, stream[at]);
    }
    machine.clock += CLOCKS;
}

/*
 * Clocks:  0 1 2 3 4 5 6 7 8 9
 * Events:  0 1 3 2 0 2 0 0 1 3
 * 1 or more: clocks 1 2 3 5 8 9, beginning at 1, 5, 8; 2 or more: 2 3 5 9, at 2, 5, 9; 3 or more: 2
 * 9, at 2, 9. Fewer than 1: 0 4 6 7, beginning at 4 and 6, as no event was in the clock before the
 * first; fewer than 2: 0 1 4 6 7 8, at 4, 6; fewer than 3: all but 2 and 9, at 3; fewer than 4:
 * all.
 */
static const struct {
    uint32_t select;
    unsigned plain, edges;
} truths[] = {
    {CMASK(0), 12, 3},      {CMASK(0) | INV, 12, 3}, {CMASK(1), 6, 3},
    {CMASK(2), 4, 3},       {CMASK(3), 2, 2},        {CMASK(4), 0, 0},
    {CMASK(255), 0, 0},     {CMASK(1) | INV, 4, 2},  {CMASK(2) | INV, 6, 2},
    {CMASK(3) | INV, 8, 1}, {CMASK(4) | INV, 10, 0},
};

static void truth_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof truths / sizeof truths[0]; i++) {
        for (unsigned backwards = 0; backwards < 2; backwards++) {
            begin(&evntsel_p6);
            select_event(1, EVENT | OS | EDGE | truths[i].select);
            select_event(0, EVENT | OS | EN | truths[i].select);
            play_stream(backwards);
            assert_int_equal(counter(0), truths[i].plain);
            assert_int_equal(counter(1), truths[i].edges);
            machine.clock += 100000; /* clocks without events: below any threshold */
            if (truths[i].select & INV && truths[i].select >> 24)
                assert_int_equal(counter(0), truths[i].plain + 100000);
            else
                assert_int_equal(counter(0), truths[i].plain);
            assert_int_equal(counter(1), truths[i].edges + (truths[i].select == (CMASK(1) | INV) ||
                                                            truths[i].select == (CMASK(2) | INV) ||
                                                            truths[i].select == (CMASK(3) | INV)));
        }
    }
}

/* Overlapping runs of clocks: 3 clocks from 0 and 5 from 1 with one event each; 2 from 9000 with
 * two. */
static void long_runs(void **state)
{
    struct count_condition condition;

    (void)state;
    count_condition_begin(&condition, (struct count_condition_rule){.threshold = 2}, 0);
    count_condition_report(&condition, 0, 3, 1);
    count_condition_report(&condition, 1, 5, 1);
    count_condition_report(&condition, 9000, 2, 2);
    count_condition_report(&condition, 2, 1,
                           9); /* too late: the window of open clocks has moved on */
    assert_int_equal(count_condition_total(&condition, 9000),
                     2 + 1); /* 1, 2 and the first open one */
    assert_int_equal(count_condition_total(&condition, 20000), 2 + 1 + 2);
}

/* If the model keeps the condition itself, a counter counts its increase. */
static void kept_conditions(void **state)
{
    (void)state;
    begin(&evntsel_p6);
    machine.kept[2] = 100;
    select_event(0, KEPT | OS | EN | CMASK(2));
    assert_null(machine.conditions[0]);
    machine.kept[2] = 107;
    assert_int_equal(counter(0), 7);
}

/* SDM 18.22.2: bits 39-32 become copies of bit 31; bits above 31 are lost. */
static void p6_write(void **state)
{
    (void)state;
    begin(&evntsel_p6);
    evntsel_write(&machine.counters, 0, 0x7fffffff);
    evntsel_write(&machine.counters, 1, 0x80000000);
    assert_int_equal(counter(0), 0x7fffffff);
    assert_int_equal(counter(1), 0xff80000000);
    evntsel_write(&machine.counters, 0, 0x1200000034);
    assert_int_equal(counter(0), 0x34);
}

static void k7_write(void **state)
{
    (void)state;
    begin(&evntsel_k7);
    evntsel_write(&machine.counters, 3, 0x123456789abcdef0);
    assert_int_equal(counter(3), 0x56789abcdef0);
    evntsel_write(&machine.counters, 2, 0x80000000);
    assert_int_equal(counter(2), 0x80000000);
}

/* -5 plus 7 events is 2, with one overflow of 40 bits. */
static void wraps(void **state)
{
    (void)state;
    begin(&evntsel_p6);
    select_event(0, EVENT | OS | EN);
    evntsel_write(&machine.counters, 0, (uint64_t)-5);
    happen(4);
    assert_int_equal(counter(0), 0xffffffffff);
    happen(3);
    assert_int_equal(counter(0), 2);
    assert_int_equal(evntsel_look(&machine.counters, 0, 0).overflows, 1);
    begin(&evntsel_k7);
    select_event(3, EVENT | OS | EN);
    evntsel_write(&machine.counters, 3, (uint64_t)-5);
    happen(7);
    assert_int_equal(counter(3), 2);
}

/* Selector 0's enable bit starts both counters of a P6; it is reserved in selector 1. */
static void p6_enable(void **state)
{
    (void)state;
    begin(&evntsel_p6);
    assert_int_equal(evntsel_select(&machine.counters, 1, EVENT | OS | EN), -1);
    select_event(1, EVENT | OS);
    happen(1);
    assert_int_equal(counter(1), 0);
    select_event(0, EN); /* no ring: counter 0 itself counts nothing */
    happen(10);
    assert_int_equal(counter(0), 0);
    assert_int_equal(counter(1), 10);
    select_event(0, 0);
    happen(100);
    assert_int_equal(counter(1), 10);
}

static void k7_enable(void **state)
{
    (void)state;
    begin(&evntsel_k7);
    for (unsigned n = 0; n < 4; n++)
        select_event(n, EVENT | OS | (n & 1 ? EN : 0u));
    happen(10);
    for (unsigned n = 0; n < 4; n++)
        assert_int_equal(counter(n), n & 1 ? 10 : 0);
}

static void reserved_bits(void **state)
{
    (void)state;
    begin(&evntsel_p6);
    select_event(0, 0xffdfffff);
    assert_int_equal(evntsel_selected(&machine.counters, 0), 0xffdfffff);
    assert_int_equal(evntsel_select(&machine.counters, 0, EVNTSEL_RESERVED), -1);
    assert_int_equal(evntsel_select(&machine.counters, 0, 1ull << 32), -1);
    assert_int_equal(evntsel_selected(&machine.counters, 0), 0xffdfffff);
    machine.counters.reserved_faults = false;
    assert_int_equal(evntsel_select(&machine.counters, 1, UINT64_MAX), 0);
    assert_int_equal(evntsel_selected(&machine.counters, 1), 0xff9fffff);
}

/* 1 in ring 0, 10 in ring 3, 100 in ring 1, which USR counts too. */
static void rings(void **state)
{
    static const uint64_t each[] = {1, 100, 0, 10};

    (void)state;
    begin(&evntsel_k7);
    select_event(0, EVENT | EN);
    select_event(1, EVENT | EN | OS);
    select_event(2, EVENT | EN | USR);
    select_event(3, EVENT | EN | OS | USR);
    for (unsigned ring = 0; ring < 4; ring++) {
        evntsel_set_ring(&machine.counters, ring);
        happen(each[ring]);
    }
    assert_int_equal(counter(0), 0);
    assert_int_equal(counter(1), 1);
    assert_int_equal(counter(2), 110);
    assert_int_equal(counter(3), 111);
}

static void unit_masks(void **state)
{
    (void)state;
    begin(&evntsel_k7);
    for (unsigned n = 0; n < 4; n++)
        select_event(n, SPLIT | n << 8 | OS | EN);
    machine.total[1] = 5;
    machine.total[2] = 70;
    assert_int_equal(counter(0), 0);
    assert_int_equal(counter(1), 5);
    assert_int_equal(counter(2), 70);
    assert_int_equal(counter(3), 75);
}

/* Only the counter with INT reports overflows, each of them once. */
static void overflows(void **state)
{
    (void)state;
    begin(&evntsel_p6);
    select_event(1, EVENT | OS);
    select_event(0, EVENT | OS | EN | INT);
    assert_true(machine.counters.armed);
    evntsel_write(&machine.counters, 0, (uint64_t)-3);
    evntsel_write(&machine.counters, 1, (uint64_t)-3);
    happen(2);
    assert_int_equal(evntsel_overflowed(&machine.counters), 0);
    happen(1);
    assert_int_equal(evntsel_overflowed(&machine.counters), 1);
    assert_int_equal(evntsel_overflowed(&machine.counters), 0);
    evntsel_write(&machine.counters, 0, (uint64_t)-1);
    happen(1);
    assert_int_equal(evntsel_overflowed(&machine.counters), 1);
    evntsel_set_ring(&machine.counters, 3);
    assert_false(machine.counters.armed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truth_table),     cmocka_unit_test(long_runs),
        cmocka_unit_test(p6_write),        cmocka_unit_test(k7_write),
        cmocka_unit_test(wraps),           cmocka_unit_test(p6_enable),
        cmocka_unit_test(k7_enable),       cmocka_unit_test(reserved_bits),
        cmocka_unit_test(rings),           cmocka_unit_test(unit_masks),
        cmocka_unit_test(kept_conditions), cmocka_unit_test(overflows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
