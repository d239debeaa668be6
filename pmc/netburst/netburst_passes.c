/*
 * SPDX-License-Identifier: MIT
 * Schedules Pentium 4 events into passes.
 */
#include "pmc/netburst/netburst_passes.h"

#define NO_PASS    0xFFFF
#define MOST_MOVED 2 /* maximum number of other events moved to make room for one */

struct netburst_passes_search {
    const struct netburst_machine *machine;
    const struct netburst_count *counts;
    unsigned n, passes;
    uint16_t *pass; /* pass of each event, or NO_PASS */
    struct netburst_count *room;
};

/* The length of the chain that begins at i: the event and those cascaded from it. */
static unsigned netburst_passes_chain(const struct netburst_passes_search *sharing, unsigned i)
{
    unsigned end = i + 1;
    while (end < sharing->n && sharing->counts[end].start != NETBURST_ENABLED)
        end++;
    return end - i;
}

static void netburst_passes_put(struct netburst_passes_search *sharing, unsigned i, unsigned pass)
{
    for (unsigned end = i + netburst_passes_chain(sharing, i); i < end; i++)
        sharing->pass[i] = (uint16_t)pass;
}

static bool netburst_passes_fits(struct netburst_passes_search *sharing, unsigned pass)
{
    struct netburst_plan plan;
    unsigned n = 0;
    if (sharing->machine->first)
        sharing->room[n++] = *sharing->machine->first;
    for (unsigned i = 0; i < sharing->n; i++)
        if (sharing->pass[i] == pass)
            sharing->room[n++] = sharing->counts[i];
    return netburst_fits(sharing->machine, sharing->room, n, &plan);
}

/* Adds the chain to the pass if it fits with the events already there. */
static bool netburst_passes_try_put(struct netburst_passes_search *sharing, unsigned i,
                                    unsigned pass)
{
    netburst_passes_put(sharing, i, pass);
    if (netburst_passes_fits(sharing, pass))
        return true;
    netburst_passes_put(sharing, i, NO_PASS);
    return false;
}

/* Finds a pass other than `but` for the chain, moving up to `moves` other chains. */
static bool netburst_passes_place(struct netburst_passes_search *sharing, unsigned i, unsigned but,
                                  unsigned moves)
{
    for (unsigned pass = 0; pass < sharing->passes; pass++)
        if (pass != but && netburst_passes_try_put(sharing, i, pass))
            return true;
    for (unsigned other = 0; moves && other < sharing->n;
         other += netburst_passes_chain(sharing, other)) {
        unsigned pass = sharing->pass[other];
        if (pass == NO_PASS || pass == but)
            continue;
        netburst_passes_put(sharing, other, NO_PASS);
        if (netburst_passes_try_put(sharing, i, pass)) {
            if (netburst_passes_place(sharing, other, pass, moves - 1))
                return true;
            netburst_passes_put(sharing, i, NO_PASS);
        }
        netburst_passes_put(sharing, other, pass);
    }
    return false;
}

/* ---- order of placement ---------------------------------------------------------------------- */

/*
 * Events with less freedom are placed first: those that need two ESCRs, those with a fixed counter
 * or a chain, those with only one possible ESCR, those that need tags, the others.
 */
static unsigned netburst_passes_freedom(const struct netburst_passes_search *sharing, unsigned i)
{
    const struct netburst_count *count = &sharing->counts[i];
    const struct netburst_event *event = count->event;
    if (event == &netburst_events[NETBURST_EVENT_ioq_active_entries] ||
        event == &netburst_events[NETBURST_EVENT_bsq_active_entries])
        return 0;
    if (count->counter != NETBURST_NONE || netburst_passes_chain(sharing, i) > 1 || !event)
        return 1;
    return event->escr[1] == NETBURST_NONE ? 2 : count->tagged ? 3 : 4;
}

enum { FREEDOMS = 5 };

int netburst_passes(const struct netburst_machine *machine, const struct netburst_count counts[],
                    unsigned n, uint16_t pass[], unsigned most_passes, struct netburst_count room[])
{
    struct netburst_passes_search sharing = {machine, counts, n, 0, pass, room};
    sharing.passes = netburst_passes_bound(machine, counts, n);
    for (unsigned i = 0; i < n; i++)
        pass[i] = NO_PASS;
    for (unsigned free = 0; free < FREEDOMS; free++) {
        for (unsigned i = 0; i < n; i += netburst_passes_chain(&sharing, i)) {
            if (netburst_passes_freedom(&sharing, i) != free)
                continue;
            bool placed = false;
            for (unsigned moves = 0; !placed && moves <= MOST_MOVED; moves++)
                placed = netburst_passes_place(&sharing, i, NO_PASS, moves);
            if (!placed && !netburst_passes_try_put(&sharing, i, sharing.passes++))
                return -1;
        }
    }
    return sharing.passes > most_passes ? -1 : (int)sharing.passes;
}

/* ---- lower bound ----------------------------------------------------------------------------- */

static unsigned netburst_passes_bits(uint32_t mask)
{
    unsigned n = 0;
    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* Returns whether an earlier count has the same ESCRs with the same value. */
static bool is_repeated(const struct netburst_count counts[], unsigned i)
{
    for (unsigned j = 0; j < i; j++)
        if (counts[j].event == counts[i].event && counts[j].tagged == counts[i].tagged &&
            netburst_escr_value(&counts[j]) == netburst_escr_value(&counts[i]))
            return true;
    return false;
}

/*
 * Lower bound from different values that need the ESCRs of this mask: an ESCR holds one value in a
 * pass.
 */
static unsigned netburst_passes_escr_bound(const struct netburst_count counts[], unsigned n,
                                           uint64_t escrs)
{
    unsigned values = 0, of_them = netburst_passes_bits((uint32_t)escrs) +
                                   netburst_passes_bits((uint32_t)(escrs >> 32));
    for (unsigned i = 0; i < n; i++) {
        const struct netburst_event *event = counts[i].event;
        uint64_t own = event ? (uint64_t)1 << event->escr[0] : 0;
        if (event && event->escr[1] != NETBURST_NONE)
            own |= (uint64_t)1 << event->escr[1];
        values += own && !(own & ~escrs) && !is_repeated(counts, i);
    }
    return (values + of_them - 1) / of_them;
}

static unsigned netburst_passes_counter_bound(const struct netburst_machine *machine,
                                              const struct netburst_count counts[], unsigned n,
                                              uint32_t counters)
{
    uint32_t usable = (machine->counter_1 ? counters : counters & ~2u) & ~machine->broken;
    unsigned events = 0;
    for (unsigned i = 0; i < n; i++) {
        const struct netburst_event *event = counts[i].event;
        uint32_t own = event ? netburst_registers_reach(event->escr[0]) : 0;
        if (event && event->escr[1] != NETBURST_NONE)
            own |= netburst_registers_reach(event->escr[1]);
        events += own && !(own & ~counters);
    }
    return usable ? (events + netburst_passes_bits(usable) - 1) / netburst_passes_bits(usable) : 0;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

unsigned netburst_passes_bound(const struct netburst_machine *machine,
                               const struct netburst_count counts[], unsigned n)
{
    unsigned room = machine->most ? machine->most - (machine->first != NULL) : NETBURST_COUNTERS;
    unsigned bound = (n + room - 1) / room;
    for (unsigned i = 0; i < NETBURST_EVENTS; i++) {
        const uint8_t *escr = netburst_events[i].escr;
        uint64_t pair = (uint64_t)1 << escr[0];
        bound = larger(bound, netburst_passes_escr_bound(counts, n, pair));
        if (escr[1] == NETBURST_NONE)
            continue;
        bound = larger(bound, netburst_passes_escr_bound(counts, n, (uint64_t)1 << escr[1]));
        bound = larger(bound, netburst_passes_escr_bound(counts, n, pair | (uint64_t)1 << escr[1]));
    }
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++) {
        uint32_t side = 0, block = 0;
        for (unsigned j = 0; j < NETBURST_COUNTERS; j++) {
            bool same = netburst_counters[i].block == netburst_counters[j].block;
            block |= same ? 1u << j : 0;
            side |= same && netburst_counters[i].side == netburst_counters[j].side ? 1u << j : 0;
        }
        bound = larger(bound, netburst_passes_counter_bound(machine, counts, n, side));
        bound = larger(bound, netburst_passes_counter_bound(machine, counts, n, block));
    }
    return bound;
}
