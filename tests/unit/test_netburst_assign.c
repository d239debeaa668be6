/*
 * SPDX-License-Identifier: MIT
 * Which counters and ESCRs a set of events takes, held to trying everything; tags, cascades,
 * passes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "pmc/netburst/netburst_passes.h"
#include "tests/unit/netburst_reading.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- trying everything ---------------------------------------------------------------------- */

/* What is needed: an ESCR out of two for a value, which is a number of ours, and a counter or none.
 */
struct need {
    uint64_t value;
    uint8_t escr[2];
    bool counter;
};

struct state {
    const struct netburst_machine *machine;
    struct need need[64];
    unsigned n;
    uint64_t escr[NETBURST_ESCRS]; /* value, 0: free */
    uint32_t counters;             /* taken */
};

/* No value is 0: a mask of 0 counts nothing. */
static uint64_t value_of(unsigned event, unsigned mask, unsigned cpl, unsigned tag)
{
    return (uint64_t)event << 32 | (uint64_t)tag << 24 | cpl << 16 | mask;
}

static bool try_all(struct state *state, unsigned i);

static bool try_escr(struct state *state, unsigned i, unsigned escr)
{
    uint64_t before = state->escr[escr];
    bool fits = false;
    if (before && before != state->need[i].value)
        return false;
    state->escr[escr] = state->need[i].value;
    if (!state->need[i].counter)
        fits = try_all(state, i + 1);
    for (unsigned c = 0; state->need[i].counter && !fits && c < NETBURST_COUNTERS; c++) {
        if (state->counters >> c & 1 || !(netburst_counters_of(escr) >> c & 1) ||
            (c == 1 && !state->machine->counter_1))
            continue;
        state->counters |= 1u << c;
        fits = try_all(state, i + 1);
        state->counters &= ~(1u << c);
    }
    state->escr[escr] = before;
    return fits;
}

static bool try_all(struct state *state, unsigned i)
{
    return i == state->n || try_escr(state, i, state->need[i].escr[0]) ||
           (state->need[i].escr[1] != NETBURST_NONE && try_escr(state, i, state->need[i].escr[1]));
}

static void need(struct state *state, unsigned event, uint64_t value, bool counter)
{
    const struct netburst_event *of = &netburst_events[event];
    state->need[state->n++] = (struct need){value, {of->escr[0], of->escr[1]}, counter};
}

/*
 * The rules, from the SDM: active entries want the allocation's ESCR set alike, tagged ones an
 * upstream event once for all that are tagged alike; one setting of the PEBS registers, one
 * front-end tag.
 */
static bool fits_somehow(const struct netburst_machine *machine,
                         const struct netburst_count counts[], unsigned n)
{
    struct state state = {.machine = machine};
    for (unsigned i = 0; i < n; i++) {
        const struct netburst_tagged *tagged = counts[i].tagged;
        unsigned event = (unsigned)(counts[i].event - netburst_events), same = 0;
        unsigned tag = tagged && tagged->way == NETBURST_EXECUTION
                           ? 1 + (unsigned)(tagged - netburst_tagged)
                           : 0;
        need(&state, event, value_of(event, counts[i].mask, counts[i].cpl, tag), true);
        if (event == NETBURST_EVENT_ioq_active_entries)
            need(&state, NETBURST_EVENT_ioq_allocation,
                 value_of(NETBURST_EVENT_ioq_allocation, counts[i].mask, counts[i].cpl, 0), false);
        if (event == NETBURST_EVENT_ioq_active_entries)
            state.need[state.n - 1].escr[1] = NETBURST_NONE;
        if (event == NETBURST_EVENT_bsq_active_entries)
            need(&state, NETBURST_EVENT_bsq_allocation,
                 value_of(NETBURST_EVENT_bsq_allocation, counts[i].mask, counts[i].cpl, 0), false);
        for (unsigned j = 0; j < i && tagged; j++) {
            const struct netburst_tagged *other = counts[j].tagged;
            if (other && other->way == tagged->way && other != tagged &&
                (tagged->way == NETBURST_FRONT_END ||
                 (tagged->way == NETBURST_REPLAY &&
                  (other->enable != tagged->enable || other->vertical != tagged->vertical))))
                return false;
            same += other == tagged;
        }
        if (tagged && tagged->upstream != NETBURST_NONE && !same)
            need(&state, tagged->upstream, value_of(tagged->upstream, tagged->mask, 0, 100 + tag),
                 true);
        if (tagged && tagged->escr != NETBURST_NONE && !same) {
            state.need[state.n - 1].escr[0] = tagged->escr;
            state.need[state.n - 1].escr[1] = NETBURST_NONE;
        }
    }
    return try_all(&state, 0);
}

/* Whether the plan does what was asked, by looking at its registers alone. */
static void assert_right(const struct netburst_machine *machine,
                         const struct netburst_count counts[], unsigned n,
                         const struct netburst_plan *plan)
{
    struct netburst_raw raw[NETBURST_COUNTERS];
    unsigned rows = 0;
    uint32_t seen = 0;
    for (unsigned c = 0; c < NETBURST_COUNTERS; c++) {
        if (!(plan->counters >> c & 1))
            continue;
        unsigned escr = netburst_escr_at(c, plan->cccr[c] >> CCCR_ROUTING_SHIFT & 7);
        assert_int_equal(escr, plan->escr_of[c]);
        assert_true(plan->escrs >> escr & 1);
        raw[rows++] = (struct netburst_raw){
            .cccr = plan->cccr[c], .escr = plan->escr[escr], .counter = (uint8_t)c};
    }
    const struct netburst_control control = {raw, rows, plan->enable, plan->vertical};
    if (netburst_check_control(machine, &control, error, sizeof error))
        fail_msg("%s", error);
    for (unsigned i = 0; i < n; i++) {
        unsigned counter = plan->counted_by[i];
        assert_false(seen >> counter & 1);
        seen |= 1u << counter;
        if (!counts[i].tagged)
            assert_int_equal(plan->escr[plan->escr_of[counter]], netburst_escr_value(&counts[i]));
    }
    assert_int_equal(seen | plan->upstream, plan->counters);
}

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
            netburst_write(&counts[i], names, sizeof names);
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

/* All sets of `size` of the n, in order. */
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

/* Each event of a block with its first part: once, and of some a second time by the same value. */
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

/* Blocks do not touch each other, so all small sets of each are all there is to try. */
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

/* Those that need both ends, beside what is in their way. */
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
    /* uop_type stands in for none of the tagged: of it, beside these, other rules hold. */
    counts[n + 5] = counts[n + 7];
    n += COUNT(others) - 1;
    tried = fitted = 0;
    for (unsigned size = 1; size <= 4; size++)
        compare_sets(&prescott, counts, n, size);
    assert_true(tried > 17000 && fitted > 1000 && fitted < tried);
}

/* ---- what greed misses ---------------------------------------------------------------------- */

/* Each event takes the first ESCR that is free, and its first free counter. */
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
                    !(netburst_counters_of(escr) >> c & 1))
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

/* bsq_allocation is in BSU_ESCR0 alone, which the first event has taken; it can be in BSU_ESCR1. */
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

/* ---- both ends of tags ---------------------------------------------------------------------- */

static void plan_for(const struct netburst_machine *machine, const char *const texts[], unsigned n,
                     struct netburst_plan *plan)
{
    struct netburst_count counts[NETBURST_COUNTERS];
    read_all(machine, texts, n, counts);
    if (netburst_assign(machine, counts, n, plan, error, sizeof error))
        fail_msg("%s", error);
}

/* Published: ESCR 09000034, CCCR 33000 on counter 8 tags, 18000204, 3B000 on 12 counts. */
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
    /* In other rings, what tags it is the same: one upstream event for CPL 0 and the others. */
    plan_for(&northwood, (const char *const[]){"x87_fp_retired:u", "x87_fp_retired:k"}, 2, &plan);
    assert_int_equal(plan.escr[NETBURST_FIRM_ESCR0], 0x0900003C);
    assert_int_equal(plan.upstream, 1u << 8);
}

/* uop_type 04000404 on RAT_ESCR0; without it counter 12's side is free for more. */
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
 * 14 is started by 12 by bit 30, where CRU_ESCR1 is free for the second. By bit 11 12 is started by
 * 16, 15 by 17, 16 by 17 and 17 by 16 (SDM 18.15.5.7).
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
    /* Of 16 and 14 only bit 30 leads from the second to the first, whichever is asked for first. */
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
            "mispred_branch_retired:u does not fit; CRU_ESCR0 is taken by instr_retired:u; "
            "CRU_ESCR1 is taken by uops_retired:u",
            "instr_retired:u", "uops_retired:u", "mispred_branch_retired:u");
    REFUSED(&northwood, 4, "page_walk_type:u does not fit; counter 0 of PMH_ESCR0 is taken by ",
            "bpu_fetch_request:u", "itlb_reference:u", "mob_load_replay:u", "page_walk_type:u",
            "instr_retired:u");
    REFUSED(&northwood, 2, "one for loads and stores alike, is set for memory_loads:u",
            "memory_loads:u", "memory_stores:u");
    REFUSED(&northwood, 2, "PEBS_MATRIX_VERT, which say what replays tag, are set for",
            "1stl_cache_load_miss_retired:u", "2ndl_cache_load_miss_retired:u");
    REFUSED(&northwood, 2, "needs an execution tag, and all four (ESCR bits 8-5) are taken",
            "x87_fp_retired:u", "packed_dp_uop:tag=15:u");
    REFUSED(&northwood, 1, "nothing is asked for before it", "instr_retired:u:cascade");
    REFUSED(&willamette, 2, "starts one of its own", "branch_retired:u@16",
            "instr_retired:u:cascade");
    REFUSED(&northwood, 2, "starts one of its own", "bpu_fetch_request:u",
            "instr_retired:u:cascade");
}

/* Counter 1 is left alone unless it is allowed: then four events of its block fit. */
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

/* Below F27h ioq_allocation is FSB_ESCR0's alone: two of them do not fit. */
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

/* ---- passes --------------------------------------------------------------------------------- */

enum { MOST_SETTINGS = 200 };

/* All of them but uop_type, which counts nothing: each event's first part alone, or each part. */
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
 * 6
 * + 3 + 3 + 4 = 53 parts, so 179 take 27. Without counter 1 the 101 parts of its block (53, 38 of
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

/* Fewest passes of the rest, where those before i are shared out: all ways. */
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

/* 300 sets of seven, out of events that are in each other's way, by a fixed sequence. */
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
        for (unsigned i = 0; i < 7; i++) /* neighbours in the table are in one block */
            counts[i] = all[from + 3 * i];
        unsigned expected = fewest(counts, 7, 0, used, 0, 8);
        int got = netburst_passes(&prescott, counts, 7, pass, 7, room);
        for (unsigned i = 0; i < 7 && got != (int)expected; i++) {
            char name[200];
            netburst_write(&counts[i], name, sizeof name);
            print_error("%s (pass %u) ", name, pass[i]);
        }
        assert_int_equal(got, expected);
        several += expected > 2;
    }
    assert_true(several > 50);
}

/*
 * What starts and what is started stand in one pass. By themselves the last would find CRU_ESCR0
 * and 1 taken in the first pass, and in the second front_end_event, which stands before it and
 * could start it.
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
        cmocka_unit_test(all_small_sets_of_each_block),
        cmocka_unit_test(all_small_sets_of_tagged_events),
        cmocka_unit_test(greed_refuses_what_fits),
        cmocka_unit_test(execution_tags_have_both_ends),
        cmocka_unit_test(each_execution_tag_is_its_own),
        cmocka_unit_test(front_end_tags_have_both_ends),
        cmocka_unit_test(replay_tags_have_both_ends),
        cmocka_unit_test(a_cascade_stands_on_counters_that_can),
        cmocka_unit_test(what_is_in_the_way_is_said),
        cmocka_unit_test(counter_1_is_avoided),
        cmocka_unit_test(early_steppings_have_one_place_for_ioq),
        cmocka_unit_test(all_events_take_the_fewest_passes),
        cmocka_unit_test(small_sets_take_the_fewest_passes),
        cmocka_unit_test(a_cascade_stays_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
