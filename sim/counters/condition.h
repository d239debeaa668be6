/*
 * SPDX-License-Identifier: MIT
 * What a counter with a threshold, its inverse or edge detection adds: a condition on the number of
 * events in each clock, looked at clock by clock (SDM volume 3, 18.22.1: CMASK, INV, E).
 * Events are told in any order within CONDITION_SPAN clocks: an out-of-order machine has them so.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Of CMASK, INV and E. A threshold of 0 without edge detection is no condition: events are added
 * up; with it, it stands for 1. */
struct condition_rule {
    uint8_t threshold; /* holds in clocks with so many events at least, ... */
    bool invert;       /* ... or with fewer; nothing where the threshold is 0 */
    bool edge;         /* counts not the clocks in which it holds but how often that begins */
};

static inline bool condition_is_needed(struct condition_rule rule)
{
    return rule.threshold || rule.edge;
}

#define CONDITION_SPAN 4096u /* clocks; a power of two */

struct condition {
    struct condition_rule rule;
    uint64_t settled; /* the clock up to which `total` is complete */
    uint64_t told;    /* behind the last clock of which something was told */
    uint64_t total;
    bool held; /* in the clock before */
    uint16_t events[CONDITION_SPAN];
};

/* From clock `now` on, as if no event had been in the clock before. Its total begins at 0. */
void condition_begin(struct condition *condition, struct condition_rule rule, uint64_t now);

/*
 * `n` events in each of so many clocks from `clock` on. What comes later than something
 * CONDITION_SPAN clocks behind it counts in the first clock that is still open.
 */
void condition_tell(struct condition *condition, uint64_t clock, uint64_t clocks, unsigned n);

/* What the clocks before `now` have added. Nothing can be told of them from then on. */
uint64_t condition_total(struct condition *condition, uint64_t now);
