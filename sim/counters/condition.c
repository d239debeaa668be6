/*
 * SPDX-License-Identifier: MIT
 * Evaluates threshold conditions clock by clock. A ring buffer holds the number of events of each
 * clock that is still open; clocks are settled from the oldest on.
 */
#include "sim/counters/condition.h"

#include <string.h>

static bool holds(struct condition_rule rule, unsigned events)
{
    const unsigned threshold = rule.threshold ? rule.threshold : 1;
    const bool invert = rule.invert && rule.threshold;

    return (events >= threshold) != invert;
}

void condition_begin(struct condition *condition, struct condition_rule rule, uint64_t now)
{
    condition->rule = rule;
    condition->settled = condition->told = now;
    condition->total = 0;
    condition->held = holds(rule, 0);
    memset(condition->events, 0, sizeof condition->events);
}

static void settle_clock(struct condition *condition)
{
    uint16_t *const events = &condition->events[condition->settled % CONDITION_SPAN];
    const bool now = holds(condition->rule, *events);

    condition->total += now && !(condition->rule.edge && condition->held);
    condition->held = now;
    *events = 0;
    condition->settled++;
}

/* Settles clocks without any event, up to `to`. */
static void settle_empty(struct condition *condition, uint64_t to)
{
    if (to <= condition->settled)
        return;
    settle_clock(condition); /* after this clock the condition no longer changes */
    if (condition->held && !condition->rule.edge)
        condition->total += to - condition->settled;
    condition->settled = to;
}

static void settle(struct condition *condition, uint64_t to)
{
    while (condition->settled < to && condition->settled < condition->told)
        settle_clock(condition);
    settle_empty(condition, to);
}

static void tell_clock(struct condition *condition, uint64_t clock, unsigned n)
{
    if (clock < condition->settled)
        clock = condition->settled;
    if (clock >= condition->settled + CONDITION_SPAN)
        settle(condition, clock - CONDITION_SPAN + 1);
    condition->events[clock % CONDITION_SPAN] += (uint16_t)n;
    if (clock >= condition->told)
        condition->told = clock + 1;
}

void condition_tell(struct condition *condition, uint64_t clock, uint64_t clocks, unsigned n)
{
    for (uint64_t i = 0; i < clocks; i++)
        tell_clock(condition, clock + i, n);
}

uint64_t condition_total(struct condition *condition, uint64_t now)
{
    settle(condition, now);
    return condition->total;
}
