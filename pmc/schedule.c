/*
 * SPDX-License-Identifier: MIT
 * Schedules events into passes: a maximum matching of events to counters by augmenting paths.
 * A counter counts one event in a pass, so there are as many passes as events on the busiest
 * counter.
 */
#include "pmc/schedule.h"

#include "pmc/region.h"

/* The counters that may be used, and what for. */
struct counters {
    const struct pmc *pmc;
    enum schedule_for use;
    uint32_t usable;
};

/* A partial matching: passes[i].counted[c] is event number i of counter c. */
struct matching {
    const struct counters *counters;
    struct schedule_pass *passes;
    unsigned load[PMC_MAX_COUNTERS]; /* number of events on each counter */
    unsigned most;                   /* current limit of events on one counter */
};

static bool is_near(const struct pmc_counted *counted)
{
    return counted->event && (counted->event->near || counted->threshold);
}

/* Reports whether probes read two counters themselves, so that either can be the near one. */
static bool reads_in_turn(const struct pmc *pmc)
{
    return !pmc->calls && pmc->counters == REGION_COUNTERS;
}

static bool has_near_role(const struct counters *counters)
{
    return counters->use == SCHEDULE_PROBES && reads_in_turn(counters->pmc);
}

/*
 * The counters to which an event may go. A routine that the probes call reads counter 0 next to the
 * measured code.
 */
static uint32_t choices(const struct counters *counters, const struct pmc_counted *counted)
{
    const uint32_t able = counters->usable & counted->event->counters;
    bool first = counters->use == SCHEDULE_PROBES && counters->pmc->calls && is_near(counted);
    return first && able & 1 ? 1 : able;
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

/* Reports whether a path may end at a counter that is not on it yet. */
static bool schedule_has_room(const struct matching *m, uint32_t tried)
{
    for (unsigned counter = 0; counter < m->counters->pmc->counters; counter++)
        if (m->counters->usable >> counter & ~tried >> counter & 1 && m->load[counter] < m->most)
            return true;
    return false;
}

/*
 * Assigns an event to a counter with a free place, or to one from which another counter can take an
 * event over. `tried` is the mask of counters already on the path. Returns -1 if there is no
 * augmenting path.
 */
static int schedule_place(struct matching *m, struct pmc_counted counted, uint32_t tried)
{
    uint32_t possible = choices(m->counters, &counted) & ~tried;
    if (!schedule_has_room(m, tried))
        return -1;
    for (unsigned counter = 0; counter < m->counters->pmc->counters; counter++) {
        if (possible >> counter & 1 && m->load[counter] < m->most) {
            schedule_put(m, counter, counted);
            return 0;
        }
    }
    for (unsigned counter = 0; counter < m->counters->pmc->counters; counter++) {
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

/* The number of events that only the near counter of a pass may count. */
static unsigned schedule_near_events(const struct counters *counters,
                                     const struct pmc_counted events[], unsigned n)
{
    unsigned near = 0;
    for (unsigned i = 0; i < n && has_near_role(counters); i++)
        near += choices(counters, &events[i]) && is_near(&events[i]);
    return near;
}

static unsigned schedule_bound(const struct counters *counters, const struct pmc_counted events[],
                               unsigned n)
{
    unsigned bound = 0;
    for (uint32_t set = 1; set >> counters->pmc->counters == 0; set++) {
        unsigned bound_to_it = 0, in_set = schedule_bit_count(set);
        if (set & ~counters->usable)
            continue;
        for (unsigned i = 0; i < n; i++) {
            uint32_t able = choices(counters, &events[i]);
            bound_to_it += able && !(able & ~set);
        }
        if ((bound_to_it + in_set - 1) / in_set > bound)
            bound = (bound_to_it + in_set - 1) / in_set;
    }
    unsigned near = schedule_near_events(counters, events, n);
    return near > bound ? near : bound;
}

/*
 * Moves events that can be counted in two rings side by side to the front, in pairs, while
 * each pair saves one pass for the rest. Returns the number of pairs, which is the number of passes
 * they need.
 */
static unsigned schedule_pair_rings(const struct counters *counters, struct pmc_counted events[],
                                    unsigned n)
{
    unsigned pairs = 0;
    for (unsigned i = 0; i < n; i++) {
        if (i < 2 * pairs || schedule_bit_count(choices(counters, &events[i])) < 2 ||
            (has_near_role(counters) && is_near(&events[i])))
            continue;
        unsigned mate = i + 1;
        while (mate < n && events[mate].event != events[i].event)
            mate++;
        if (mate == n)
            continue;
        struct pmc_counted *rest = events + 2 * pairs;
        unsigned left = n - 2 * pairs;
        unsigned passes = schedule_bound(counters, rest, left);
        schedule_move(events, i, 2 * pairs);
        schedule_move(events, mate, 2 * pairs + 1);
        if (schedule_bound(counters, rest + 2, left - 2) >= passes)
            return pairs;
        pairs++;
    }
    return pairs;
}

/*
 * Exchanges events of counter 1 between passes until no pass has two that must be near, and chooses
 * each pass's near counter. There are at least as many passes as such events.
 */
static void schedule_choose_near(struct schedule_pass passes[], unsigned n)
{
    for (unsigned p = 0; p < n; p++) {
        struct pmc_counted *counted = passes[p].counted;
        if (!is_near(&counted[0]) || !is_near(&counted[1]))
            continue;
        unsigned other = n - 1;
        while (is_near(&passes[other].counted[0]) || is_near(&passes[other].counted[1]))
            other--;
        struct pmc_counted moved = counted[1];
        counted[1] = passes[other].counted[1];
        passes[other].counted[1] = moved;
    }
    for (unsigned p = 0; p < n; p++)
        passes[p].near = is_near(&passes[p].counted[1]);
}

int schedule_passes(const struct pmc *pmc, enum schedule_for use, uint32_t usable,
                    struct pmc_counted events[], unsigned n, struct schedule_pass passes[],
                    unsigned max_passes)
{
    const struct counters counters = {pmc, use, usable};
    for (unsigned p = 0; p < max_passes; p++) {
        passes[p].near = 0;
        for (unsigned c = 0; c < pmc->counters; c++)
            passes[p].counted[c] = (struct pmc_counted){0};
    }
    unsigned pairs = schedule_pair_rings(&counters, events, n);
    if (pairs > max_passes)
        return -1;
    for (unsigned p = 0; p < pairs; p++) {
        struct matching pair = {&counters, passes + p, {0}, 1};
        if (schedule_place(&pair, events[2 * p], 0) || schedule_place(&pair, events[2 * p + 1], 0))
            return -1;
    }
    struct matching m = {&counters, passes + pairs, {0}, 0};
    for (unsigned i = 2 * pairs; i < n; i++) {
        if (!choices(&counters, &events[i]))
            return -1;
        while (schedule_place(&m, events[i], 0))
            if (pairs + ++m.most > max_passes)
                return -1;
    }
    unsigned n_passes = pairs + m.most, near = schedule_near_events(&counters, events, n);
    if (n_passes < near)
        n_passes = near;
    if (n_passes > max_passes)
        return -1;
    if (near)
        schedule_choose_near(passes, n_passes);
    return (int)n_passes;
}

const char *schedule_position(const struct pmc *pmc, const struct schedule_pass *pass,
                              unsigned counter)
{
    if (pass->time_stamp || !reads_in_turn(pmc))
        return NULL;
    return counter == pass->near ? "near" : "far";
}

unsigned schedule_lower_bound(const struct pmc *pmc, enum schedule_for use, uint32_t usable,
                              const struct pmc_counted events[], unsigned n)
{
    const struct counters counters = {pmc, use, usable};
    return schedule_bound(&counters, events, n);
}
