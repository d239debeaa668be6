/*
 * SPDX-License-Identifier: MIT
 * Schedules events into passes: a maximum matching of events to counters by augmenting paths.
 * A counter counts one event in a pass, so there are as many passes as events on the busiest
 * counter.
 */
#include "pmc/schedule.h"

/* A partial matching: passes[i].counted[c] is event number i of counter c. */
struct matching {
    unsigned counters;
    uint32_t usable;
    struct schedule_pass *passes;
    unsigned load[PMC_MAX_COUNTERS]; /* number of events on each counter */
    unsigned most;                   /* current limit of events on one counter */
};

static uint32_t choices(uint32_t usable, struct pmc_counted counted)
{
    return usable & counted.event->counters;
}

static unsigned schedule_bit_count(uint32_t mask)
{
    unsigned n = 0;
    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

static void schedule_put(struct matching *m, unsigned counter, struct pmc_counted counted)
{
    m->passes[m->load[counter]++].counted[counter] = counted;
}

static void schedule_remove(struct matching *m, unsigned counter, unsigned i)
{
    m->load[counter]--;
    for (; i < m->load[counter]; i++)
        m->passes[i].counted[counter] = m->passes[i + 1].counted[counter];
    m->passes[i].counted[counter] = (struct pmc_counted){0};
}

/*
 * Assigns an event to a counter with a free place, or to one from which another counter can take an
 * event over. `tried` is the mask of counters already on the path. Returns -1 if there is no
 * augmenting path.
 */
static int schedule_place(struct matching *m, struct pmc_counted counted, uint32_t tried)
{
    uint32_t possible = choices(m->usable, counted) & ~tried;
    for (unsigned counter = 0; counter < m->counters; counter++) {
        if (possible >> counter & 1 && m->load[counter] < m->most) {
            schedule_put(m, counter, counted);
            return 0;
        }
    }
    for (unsigned counter = 0; counter < m->counters; counter++) {
        for (unsigned i = m->load[counter]; possible >> counter & 1 && i-- > 0;) {
            if (schedule_place(m, m->passes[i].counted[counter], tried | 1u << counter) == 0) {
                schedule_remove(m, counter, i);
                schedule_put(m, counter, counted);
                return 0;
            }
        }
    }
    return -1;
}

static void schedule_move(struct pmc_counted events[], unsigned from, unsigned to)
{
    struct pmc_counted moved = events[from];
    for (; from > to; from--)
        events[from] = events[from - 1];
    events[to] = moved;
}

/*
 * Moves events that can be counted in two rings side by side to the front, in pairs, while
 * each pair saves one pass for the rest. Returns the number of pairs, which is the number of passes
 * they need.
 */
static unsigned schedule_pair_rings(const struct pmc *pmc, uint32_t usable,
                                    struct pmc_counted events[], unsigned n)
{
    unsigned pairs = 0;
    for (unsigned i = 0; i < n; i++) {
        if (i < 2 * pairs || schedule_bit_count(choices(usable, events[i])) < 2)
            continue;
        unsigned mate = i + 1;
        while (mate < n && events[mate].event != events[i].event)
            mate++;
        if (mate == n)
            continue;
        struct pmc_counted *rest = events + 2 * pairs;
        unsigned left = n - 2 * pairs;
        unsigned passes = schedule_lower_bound(pmc, usable, rest, left);
        schedule_move(events, i, 2 * pairs);
        schedule_move(events, mate, 2 * pairs + 1);
        if (schedule_lower_bound(pmc, usable, rest + 2, left - 2) >= passes)
            return pairs;
        pairs++;
    }
    return pairs;
}

int schedule_passes(const struct pmc *pmc, uint32_t usable, struct pmc_counted events[], unsigned n,
                    struct schedule_pass passes[], unsigned max_passes)
{
    for (unsigned p = 0; p < max_passes; p++)
        for (unsigned c = 0; c < pmc->counters; c++)
            passes[p].counted[c] = (struct pmc_counted){0};
    unsigned pairs = schedule_pair_rings(pmc, usable, events, n);
    if (pairs > max_passes)
        return -1;
    for (unsigned p = 0; p < pairs; p++) {
        struct matching pair = {pmc->counters, usable, passes + p, {0}, 1};
        if (schedule_place(&pair, events[2 * p], 0) || schedule_place(&pair, events[2 * p + 1], 0))
            return -1;
    }
    struct matching m = {pmc->counters, usable, passes + pairs, {0}, 0};
    for (unsigned i = 2 * pairs; i < n; i++) {
        if (!choices(usable, events[i]))
            return -1;
        while (schedule_place(&m, events[i], 0))
            if (pairs + ++m.most > max_passes)
                return -1;
    }
    return (int)(pairs + m.most);
}

unsigned schedule_lower_bound(const struct pmc *pmc, uint32_t usable,
                              const struct pmc_counted events[], unsigned n)
{
    unsigned bound = 0;
    for (uint32_t set = 1; set >> pmc->counters == 0; set++) {
        unsigned bound_to_it = 0, counters = schedule_bit_count(set);
        if (set & ~usable)
            continue;
        for (unsigned i = 0; i < n; i++)
            bound_to_it += choices(usable, events[i]) && !(choices(usable, events[i]) & ~set);
        if ((bound_to_it + counters - 1) / counters > bound)
            bound = (bound_to_it + counters - 1) / counters;
    }
    return bound;
}
