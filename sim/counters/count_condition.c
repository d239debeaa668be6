/*
 * SPDX-License-Identifier: MIT
 * Evaluates threshold conditions clock by clock. A ring buffer holds the number of events of each
 * clock that is still open; clocks are settled from the oldest on.
 */
#include "sim/counters/count_condition.h"

#include <string.h>

static bool count_condition_holds(struct count_condition_rule rule, unsigned events)
{
    const unsigned threshold = rule.threshold ? rule.threshold : 1;
    const bool invert = rule.invert && rule.threshold;

    return (events >= threshold) != invert;
}

void count_condition_begin(struct count_condition *condition, struct count_condition_rule rule,
                           uint64_t now)
{
    condition->rule = rule;
    condition->settled = condition->reported_until = now;
    condition->total = 0;
    condition->was_true = count_condition_holds(rule, 0);
    memset(condition->events, 0, sizeof condition->events);
}

static void count_condition_settle_clock(struct count_condition *condition)
{
    uint16_t *const events = &condition->events[condition->settled % CONDITION_SPAN];
    const bool now = count_condition_holds(condition->rule, *events);

    condition->total += now && !(condition->rule.edge && condition->was_true);
    condition->was_true = now;
    *events = 0;
    condition->settled++;
}

/* Settles clocks without any event, up to `to`. */
static void count_condition_settle_empty(struct count_condition *condition, uint64_t to)
{
    if (to <= condition->settled)
        return;
    count_condition_settle_clock(condition); /* after this clock the condition no longer changes */
    if (condition->was_true && !condition->rule.edge)
        condition->total += to - condition->settled;
    condition->settled = to;
}

static void count_condition_settle(struct count_condition *condition, uint64_t to)
{
    while (condition->settled < to && condition->settled < condition->reported_until)
        count_condition_settle_clock(condition);
    count_condition_settle_empty(condition, to);
}

static void count_condition_report_clock(struct count_condition *condition, uint64_t clock,
                                         unsigned n)
{
    if (clock < condition->settled)
        clock = condition->settled;
    if (clock >= condition->settled + CONDITION_SPAN)
        count_condition_settle(condition, clock - CONDITION_SPAN + 1);
    condition->events[clock % CONDITION_SPAN] += (uint16_t)n;
    if (clock >= condition->reported_until)
        condition->reported_until = clock + 1;
}

void count_condition_report(struct count_condition *condition, uint64_t clock, uint64_t clocks,
                            unsigned n)
{
    for (uint64_t i = 0; i < clocks; i++)
        count_condition_report_clock(condition, clock + i, n);
}

uint64_t count_condition_total(struct count_condition *condition, uint64_t now)
{
    count_condition_settle(condition, now);
    return condition->total;
}
