/*
 * SPDX-License-Identifier: MIT
 * The clock's speed as a median, which a single disturbed measurement does not change.
 */
#include "kernel/time/clock_speed.h"

static void order(uint64_t *a, uint64_t *b)
{
    if (*a <= *b)
        return;
    uint64_t larger = *a;
    *a = *b;
    *b = larger;
}

_Static_assert(SPEED_MEASUREMENTS == 3, "clock_speed_of() sorts three values");

struct speed clock_speed_of(const uint64_t hz[SPEED_MEASUREMENTS])
{
    uint64_t slow = hz[0], median = hz[1], fast = hz[2];
    order(&slow, &median);
    order(&median, &fast);
    order(&slow, &median);
    if (!slow)
        return (struct speed){.why = "the timer, an 8254 at port 40h, does not answer or count"};
    if (median < SPEED_LEAST_HZ || median > SPEED_MOST_HZ)
        return (struct speed){.why = "the timer measures less than 10 MHz or more than 10 GHz",
                              .measured = median};
    return (struct speed){.hz = median, .spread = fast - slow, .measured = median};
}
