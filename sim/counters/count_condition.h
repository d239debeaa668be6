/*
 * SPDX-License-Identifier: MIT
 * Threshold, invert and edge detection of a counter: a condition on the number of events in each
 * clock (SDM volume 3, 18.22.1: CMASK, INV, E). Events may be reported in any order within
 * CONDITION_SPAN clocks, since an out-of-order machine produces them so.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Made from CMASK, INV and E. A threshold of 0 without edge detection is no condition: events are
 * added up. Together with edge detection it means 1.
 */
struct count_condition_rule {
    uint8_t threshold; /* true in clocks with at least this many events */
    bool invert;       /* true in clocks with fewer; no effect if threshold is 0 */
    bool edge;         /* counts how often the condition becomes true, not the clocks */
};

static inline bool count_condition_is_needed(struct count_condition_rule rule)
{
    return rule.threshold || rule.edge;
}

#define CONDITION_SPAN 4096u /* clocks; a power of two */

struct count_condition {
    struct count_condition_rule rule;
    uint64_t settled;        /* `total` is complete up to this clock */
    uint64_t reported_until; /* the clock after the last one with a reported event */
    uint64_t total;
    bool was_true; /* whether the condition was true in the clock before */
    uint16_t events[CONDITION_SPAN];
};

/* Starts at clock `now`, as if there were no event in the clock before. The total starts at 0. */
void count_condition_begin(struct count_condition *condition, struct count_condition_rule rule,
                           uint64_t now);

/*
 * Reports `n` events in each of `clocks` clocks from `clock` on. An event that is reported more
 * than CONDITION_SPAN clocks late counts in the first clock that is still open.
 */
void count_condition_report(struct count_condition *condition, uint64_t clock, uint64_t clocks,
                            unsigned n);

/*
 * Returns the total of the clocks before `now`, which are then closed: no more events can be
 * reported for them.
 */
uint64_t count_condition_total(struct count_condition *condition, uint64_t now);
