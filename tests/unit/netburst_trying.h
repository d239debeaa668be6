/*
 * SPDX-License-Identifier: MIT
 * Decides by exhaustive search whether a set of a Pentium 4's events fits, and checks the registers
 * that were chosen for a set.
 */
#pragma once

#include <stdint.h>

#include "pmc/netburst/netburst_assign.h"
#include "tests/unit/netburst_reading.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A requirement: one of two ESCRs set to `value`, a number that stands for the setting, and a
 * counter or none. */
struct need {
    uint64_t value;
    uint8_t escr[2];
    bool counter;
};

struct state {
    const struct netburst_machine *machine;
    struct need need[64];
    unsigned n;
    uint64_t escr[NETBURST_ESCRS]; /* the value, 0 if free */
    uint32_t counters;             /* those in use */
};

/* A value is never 0, since a mask of 0 counts nothing. */
static inline uint64_t value_of(unsigned event, unsigned mask, unsigned cpl, unsigned tag)
{
    return (uint64_t)event << 32 | (uint64_t)tag << 24 | cpl << 16 | mask;
}

static inline bool try_all(struct state *state, unsigned i);

static inline bool try_escr(struct state *state, unsigned i, unsigned escr)
{
    uint64_t before = state->escr[escr];
    bool fits = false;
    if (before && before != state->need[i].value)
        return false;
    state->escr[escr] = state->need[i].value;
    if (!state->need[i].counter)
        fits = try_all(state, i + 1);
    for (unsigned c = 0; state->need[i].counter && !fits && c < NETBURST_COUNTERS; c++) {
        if (state->counters >> c & 1 || !(netburst_registers_reach(escr) >> c & 1) ||
            (c == 1 && !state->machine->counter_1))
            continue;
        state->counters |= 1u << c;
        fits = try_all(state, i + 1);
        state->counters &= ~(1u << c);
    }
    state->escr[escr] = before;
    return fits;
}

static inline bool try_all(struct state *state, unsigned i)
{
    return i == state->n || try_escr(state, i, state->need[i].escr[0]) ||
           (state->need[i].escr[1] != NETBURST_NONE && try_escr(state, i, state->need[i].escr[1]));
}

static inline void need(struct state *state, unsigned event, uint64_t value, bool counter)
{
    const struct netburst_event *of = &netburst_events[event];
    state->need[state->n++] = (struct need){value, {of->escr[0], of->escr[1]}, counter};
}

/*
 * The rules, from the SDM: active entries need the allocation event's ESCR with the same setting;
 * tagged events need one upstream event for all with the same tag; there is one setting of the PEBS
 * registers and one front-end tag.
 */
static inline bool fits_somehow(const struct netburst_machine *machine,
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

/* Checks from the plan's registers alone that they count what was requested. */
static inline void assert_right(const struct netburst_machine *machine,
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
