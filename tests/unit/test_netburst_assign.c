/*
 * SPDX-License-Identifier: MIT
 * Tests the assignment of counters and ESCRs to a set of events against an exhaustive search; tags,
 * cascades.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/netburst_trying.h"

static unsigned long tried, fitted;

static void compare(const struct netburst_machine *machine, const struct netburst_count counts[],
                    unsigned n)
{
    struct netburst_plan plan;
    bool fits = netburst_fits(machine, counts, n, &plan),
         expected = fits_somehow(machine, counts, n);
    if (fits != expected) {
        char names[200];
        for (unsigned i = 0; i < n; i++) {
            netburst_format(&counts[i], names, sizeof names);
            print_error("%s ", names);
        }
        fail_msg("%s", expected ? "fit, and are refused" : "do not fit, and are taken");
    }
    tried++;
    if (!fits)
        return;
    fitted++;
    assert_right(machine, counts, n, &plan);
}

/* All subsets of `size` of the n counts, in order. */
static void compare_sets(const struct netburst_machine *machine, const struct netburst_count all[],
                         unsigned n, unsigned size)
{
    unsigned at[8];
    struct netburst_count set[8];
    for (unsigned i = 0; i < size; i++)
        at[i] = i;
    while (at[size - 1] < n) {
        for (unsigned i = 0; i < size; i++)
            set[i] = all[at[i]];
        compare(machine, set, size);
        unsigned i = size;
        while (i && at[i - 1] == n - size + i - 1)
            i--;
        if (!i)
            return;
        at[i - 1]++;
        for (; i < size; i++)
            at[i] = at[i - 1] + 1;
    }
}

/* Each event of a block with its first part; with `twice`, some a second time with the same
 * value. */
static unsigned events_of_block(unsigned block, bool twice, struct netburst_count counts[])
{
    unsigned n = 0;
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        char text[100];
        if (netburst_escrs[netburst_events[i].escr[0]].block != block)
            continue;
        for (unsigned k = 0; k < (twice && i % 2 ? 2u : 1u); k++) {
            snprintf(text, sizeof text, "%s:%s:uk%s", netburst_events[i].name,
                     netburst_events[i].masks->name, k ? ":e" : "");
            read_all(&prescott, (const char *const[]){text}, 1, &counts[n++]);
        }
    }
    return n;
}

/* Blocks share no registers, so all small sets of each block cover all cases. */
static void all_small_sets_of_each_block(void **state)
{
    (void)state;
    static const unsigned largest[NETBURST_BLOCKS] = {4, 5, 4, 6};
    struct netburst_machine machine = prescott;
    tried = fitted = 0;
    for (unsigned counter_1 = 0; counter_1 < 2; counter_1++) {
        machine.counter_1 = counter_1;
        for (unsigned block = 0; block < NETBURST_BLOCKS; block++) {
            struct netburst_count counts[64];
            unsigned n = events_of_block(block, true, counts);
            for (unsigned size = 1; size <= largest[block]; size++)
                compare_sets(&machine, counts, n, size);
        }
    }
    assert_true(tried > 30000 && fitted > 1000 && fitted < tried);
}

/* Tagged events, which need an upstream event too, together with events that compete for their
 * registers. */
static void all_small_sets_of_tagged_events(void **state)
{
    (void)state;
    static const char *const others[] = {
        "branch_retired:u", "machine_clear:u",   "memory_complete:u", "load_port_replay:k",
        "packed_sp_uop:u",  "uop_type:tagloads", "mob_load_replay:u", "resource_stall:u"};
    struct netburst_count counts[40];
    unsigned n = 0;
    for (unsigned i = 0; i < NETBURST_TAGGED; i++)
        read_all(&prescott, &netburst_tagged[i].name, 1, &counts[n++]);
    read_all(&prescott, others, COUNT(others), counts + n);
    /* uop_type replaces none of the tagged events here, since different rules apply to it next to
     * these. */
    counts[n + 5] = counts[n + 7];
    n += COUNT(others) - 1;
    tried = fitted = 0;
    for (unsigned size = 1; size <= 4; size++)
        compare_sets(&prescott, counts, n, size);
    assert_true(tried > 17000 && fitted > 1000 && fitted < tried);
}

/* ---- sets that a greedy assignment rejects -------------------------------------------------- */

/* Gives each event the first free ESCR and its first free counter. */
static bool greedy(const struct netburst_count counts[], unsigned n)
{
    uint64_t escrs = 0;
    uint32_t counters = 0;
    for (unsigned i = 0; i < n; i++) {
        bool placed = false;
        for (unsigned e = 0; e < 2 && !placed; e++) {
            unsigned escr = counts[i].event->escr[e];
            for (unsigned c = 0; escr != NETBURST_NONE && c < NETBURST_COUNTERS && !placed; c++) {
                if (escrs >> escr & 1 || counters >> c & 1 ||
                    !(netburst_registers_reach(escr) >> c & 1))
                    continue;
                escrs |= (uint64_t)1 << escr;
                counters |= 1u << c;
                placed = true;
            }
        }
        if (!placed)
            return false;
    }
    return true;
}

/* bsq_allocation needs BSU_ESCR0, which a greedy choice gives to the first event, although that can
 * use BSU_ESCR1. */
static void greed_refuses_what_fits(void **state)
{
    (void)state;
    static const char *const texts[] = {"bsq_cache_reference:rd_2ndl_miss:u",
                                        "bsq_allocation:req_type0:u"};
    struct netburst_count counts[2];
    struct netburst_plan plan;
    read_all(&northwood, texts, 2, counts);
    assert_false(greedy(counts, 2));
    assert_int_equal(netburst_assign(&northwood, counts, 2, &plan, error, sizeof error), 0);
    assert_int_equal(plan.escr_of[plan.counted_by[0]], NETBURST_BSU_ESCR1);
    assert_int_equal(plan.escr_of[plan.counted_by[1]], NETBURST_BSU_ESCR0);
}

/* ---- upstream and counting events of tags ---------------------------------------------------- */

static void plan_for(const struct netburst_machine *machine, const char *const texts[], unsigned n,
                     struct netburst_plan *plan)
{
    struct netburst_count counts[NETBURST_COUNTERS];
    read_all(machine, texts, n, counts);
    if (netburst_assign(machine, counts, n, plan, error, sizeof error))
        fail_msg("%s", error);
}

/* Published: ESCR 09000034 with CCCR 33000 on counter 8 tags; 18000204 with 3B000 on counter 12
 * counts. */
static void execution_tags_have_both_ends(void **state)
{
    (void)state;
    struct netburst_plan plan;
    plan_for(&northwood, (const char *const[]){"x87_fp_retired:u"}, 1, &plan);
    assert_int_equal(plan.counters, 1u << 8 | 1u << 12);
    assert_int_equal(plan.upstream, 1u << 8);
    assert_int_equal(plan.cccr[8], 0x33000);
    assert_int_equal(plan.escr[NETBURST_FIRM_ESCR0], 0x09000034);
    assert_int_equal(plan.cccr[12], 0x3B000);
    assert_int_equal(plan.escr[NETBURST_CRU_ESCR2], 0x18000204);
}

/* The second has tag 2, ESCR bit 6, and NBOGUS1, event mask bit 1; packed_sp_uop is select 08h. */
static void each_execution_tag_is_its_own(void **state)
{
    (void)state;
    struct netburst_plan plan;
    plan_for(&northwood, (const char *const[]){"x87_fp_retired:u", "packed_sp_retired:u:bogus"}, 2,
             &plan);
    assert_int_equal(plan.escr[NETBURST_FIRM_ESCR1], 0x11000054);
    assert_int_equal(plan.escr[NETBURST_CRU_ESCR3], 0x18004004);
    /* Two rings share the upstream event, which counts in both CPL 0 and the others. */
    plan_for(&northwood, (const char *const[]){"x87_fp_retired:u", "x87_fp_retired:k"}, 2, &plan);
    assert_int_equal(plan.escr[NETBURST_FIRM_ESCR0], 0x0900003C);
    assert_int_equal(plan.upstream, 1u << 8);
}

/* uop_type is 04000404 on RAT_ESCR0. If it is measured itself, no upstream event is needed. */
static void front_end_tags_have_both_ends(void **state)
{
    (void)state;
    struct netburst_plan plan;
    plan_for(&northwood, (const char *const[]){"memory_loads:u"}, 1, &plan);
    assert_int_equal(plan.escr[NETBURST_RAT_ESCR0], 0x04000404);
    assert_int_equal(plan.escr[NETBURST_CRU_ESCR2], 0x10000204);
    assert_int_equal(plan.enable, 0);
    plan_for(&northwood, (const char *const[]){"memory_loads:u", "uop_type:tagloads:u"}, 2, &plan);
    assert_int_equal(plan.upstream, 0);
}

/* SDM Table 19-33: 01000400 and 1, and SPLIT_LD in SAAT_ESCR1. */
static void replay_tags_have_both_ends(void **state)
{
    (void)state;
    struct netburst_plan plan;
    plan_for(&northwood, (const char *const[]){"1stl_cache_load_miss_retired:uk"}, 1, &plan);
    assert_int_equal(plan.enable, 0x01000001);
    assert_int_equal(plan.vertical, 1);
    assert_int_equal(plan.counters, 1u << 12);
    assert_int_equal(plan.escr[NETBURST_CRU_ESCR2], 0x1200020C);
    plan_for(&northwood, (const char *const[]){"split_load_retired:u"}, 1, &plan);
    assert_int_equal(plan.enable, 0x01000400);
    assert_int_equal(plan.escr[NETBURST_SAAT_ESCR1], 0x08000404);
    assert_int_equal(plan.upstream, 1u << 10);
}

/* ---- cascades ------------------------------------------------------------------------------- */

/*
 * Counter 12 starts 14 through bit 30, if CRU_ESCR1 is free for the second event. Through bit 11,
 * 16 starts 12, 17 starts 15, 17 starts 16 and 16 starts 17 (SDM 18.15.5.7).
 */
static void a_cascade_stands_on_counters_that_can(void **state)
{
    (void)state;
    struct netburst_plan plan;
    plan_for(&northwood, (const char *const[]){"instr_retired:u", "uops_retired:u:cascade"}, 2,
             &plan);
    assert_int_equal(plan.cccr[12], 0x39000);
    assert_int_equal(plan.cccr[14], 0x40038000);
    plan_for(&northwood, (const char *const[]){"instr_retired:u", "machine_clear:u:cascade=11"}, 2,
             &plan);
    unsigned first = plan.counted_by[0], second = plan.counted_by[1];
    assert_int_equal(netburst_counters[second].extended_from, first);
    assert_int_equal(plan.cccr[second], 0x3A800);
    /* Between 16 and 14 only bit 30 works, and only from the second to the first, regardless of the
     * order in which they are requested. */
    plan_for(&northwood, (const char *const[]){"uops_retired:u:cascade@16", "instr_retired:u@14"},
             2, &plan);
    assert_int_equal(plan.cccr[16], 0x40038000);
}

static void assert_no_room(const struct netburst_machine *machine, const char *const texts[],
                           unsigned n, unsigned refused, const char *word)
{
    struct netburst_count counts[NETBURST_COUNTERS + 1];
    struct netburst_plan plan;
    read_all(machine, texts, n, counts);
    assert_int_equal(netburst_assign(machine, counts, n, &plan, error, sizeof error), refused);
    if (!strstr(error, word))
        fail_msg("%s; without '%s'", error, word);
}

static void what_is_in_the_way_is_said(void **state)
{
    (void)state;
#define REFUSED(machine, refused, word, ...)                                                       \
    assert_no_room(machine, (const char *const[]){__VA_ARGS__},                                    \
                   COUNT(((const char *const[]){__VA_ARGS__})), refused, word)
    REFUSED(&northwood, 3,
            "mispred_branch_retired:u does not fit; CRU_ESCR0 is used by instr_retired:u; "
            "CRU_ESCR1 is used by uops_retired:u",
            "instr_retired:u", "uops_retired:u", "mispred_branch_retired:u");
    REFUSED(&northwood, 4, "page_walk_type:u does not fit; counter 0 of PMH_ESCR0 is used by ",
            "bpu_fetch_request:u", "itlb_reference:u", "mob_load_replay:u", "page_walk_type:u",
            "instr_retired:u");
    REFUSED(&northwood, 2, "the only one for loads and stores, is set for memory_loads:u",
            "memory_loads:u", "memory_stores:u");
    REFUSED(&northwood, 2, "PEBS_MATRIX_VERT, which select what replays tag, are set for",
            "1stl_cache_load_miss_retired:u", "2ndl_cache_load_miss_retired:u");
    REFUSED(&northwood, 2, "needs an execution tag, and all four (ESCR bits 8-5) are in use",
            "x87_fp_retired:u", "packed_dp_uop:tag=15:u");
    REFUSED(&northwood, 1, "no event before it can start it", "instr_retired:u:cascade");
    REFUSED(&willamette, 2, "starts a counter of this event", "branch_retired:u@16",
            "instr_retired:u:cascade");
    REFUSED(&northwood, 2, "starts a counter of this event", "bpu_fetch_request:u",
            "instr_retired:u:cascade");
}

/*
 * The message lists each pair of counters that could cascade if earlier events were not in the way.
 * Bit 30 connects 12 with 14 and 13 with 15 in both directions, and starts 16 from 14 and 17 from
 * 15; bit 11, which a Willamette lacks, is as above (SDM 18.15.5.6 and 18.15.5.7). Each pair of bit
 * 30 needs 14 or 15, and each of bit 11 needs 16 or 17.
 */
static void pairs_that_could_cascade_are_said(void **state)
{
    (void)state;
    REFUSED(&willamette, 4,
            "branch_retired:cascade:u does not fit"
            "; counter 12 could start 14 for instr_retired:u"
            "; counter 13 could start 15 for instr_retired:u"
            "; counter 14 could start 12 for instr_retired:u"
            "; counter 14 could start 16 for instr_retired:u"
            "; counter 15 could start 13 for instr_retired:u"
            "; counter 15 could start 17 for instr_retired:u"
            "; the other events",
            "uop_type:tagloads:u@14", "resource_stall:u@15", "instr_retired:u",
            "branch_retired:u:cascade");
    REFUSED(&northwood, 4,
            "branch_retired:cascade=11:u does not fit"
            "; counter 16 could start 12 for instr_retired:u"
            "; counter 16 could start 17 for instr_retired:u"
            "; counter 17 could start 15 for instr_retired:u"
            "; counter 17 could start 16 for instr_retired:u"
            "; the other events",
            "uop_type:tagloads:u@16", "resource_stall:u@17", "instr_retired:u",
            "branch_retired:u:cascade=11");
    /* The event that starts it need not be the one before it if both counters are fixed. */
    REFUSED(&northwood, 4,
            "branch_retired:cascade:u@14 does not fit"
            "; counter 12 could start 14 for instr_retired:u@12"
            "; the other events cannot be moved so that a counter of instr_retired:u@12 starts a "
            "counter of this event; counter 14 of CRU_ESCR3 is used by uop_type:tagloads:u@14",
            "bpu_fetch_request:u", "instr_retired:u@12", "uop_type:tagloads:u@14",
            "branch_retired:u:cascade@14");
}

/* Counter 1 is unused unless it is allowed; then four events of its block fit. */
static void counter_1_is_avoided(void **state)
{
    (void)state;
    static const char *const texts[] = {"bpu_fetch_request:u", "itlb_reference:u",
                                        "mob_load_replay:u", "page_walk_type:u"};
    struct netburst_machine machine = northwood;
    struct netburst_count counts[4];
    struct netburst_plan plan;
    read_all(&machine, texts, 4, counts);
    assert_false(netburst_fits(&machine, counts, 4, &plan));
    machine.counter_1 = true;
    assert_true(netburst_fits(&machine, counts, 4, &plan));
    assert_int_equal(plan.counters, 15);
}

/* Below F27h ioq_allocation is available only in FSB_ESCR0, so two of them do not fit. */
static void early_steppings_have_one_place_for_ioq(void **state)
{
    (void)state;
    static const char *const texts[] = {"ioq_allocation:own:uk", "ioq_allocation:other:uk"};
    struct netburst_count counts[2];
    struct netburst_plan plan;
    read_all(&willamette, texts, 2, counts);
    assert_true(netburst_fits(&northwood, counts, 2, &plan));
    assert_false(netburst_fits(&willamette, counts, 2, &plan));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_sets_of_each_block),
        cmocka_unit_test(all_small_sets_of_tagged_events),
        cmocka_unit_test(greed_refuses_what_fits),
        cmocka_unit_test(execution_tags_have_both_ends),
        cmocka_unit_test(each_execution_tag_is_its_own),
        cmocka_unit_test(front_end_tags_have_both_ends),
        cmocka_unit_test(replay_tags_have_both_ends),
        cmocka_unit_test(a_cascade_stands_on_counters_that_can),
        cmocka_unit_test(what_is_in_the_way_is_said),
        cmocka_unit_test(pairs_that_could_cascade_are_said),
        cmocka_unit_test(counter_1_is_avoided),
        cmocka_unit_test(early_steppings_have_one_place_for_ioq),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
