/*
 * SPDX-License-Identifier: MIT
 * Stores the use of each port and unit clock by clock.
 */
#include "sim/model/netburst/netburst_occupancy.h"

#include <stdbool.h>
#include <string.h>

#include "sim/model/netburst/netburst_plan.h"

static struct netburst_occupancy_clock *
netburst_occupancy_clock(struct netburst_occupancy *occupancy, uint64_t clock)
{
    struct netburst_occupancy_clock *found = &occupancy->clocks[clock % NETBURST_OCCUPANCY_CLOCKS];

    if (found->clock != clock) {
        memset(found, 0, sizeof *found);
        found->clock = clock;
    }
    return found;
}

static bool netburst_occupancy_stores(uint64_t now, uint64_t clock)
{
    return clock < now / NETBURST_CLOCK + NETBURST_OCCUPANCY_CLOCKS;
}

/* Longer instructions are in program order, since many of them reach beyond the stored clocks. */
#define LONG (8 * NETBURST_CLOCK)

static uint64_t netburst_occupancy_occupy_long(struct netburst_occupancy *occupancy,
                                               unsigned resource, uint64_t from, uint64_t amount)
{
    if (from < occupancy->free[resource])
        from = occupancy->free[resource];
    occupancy->free[resource] = from + amount;
    return from;
}

uint64_t netburst_occupancy_occupy(struct netburst_occupancy *occupancy, unsigned resource,
                                   uint64_t now, uint64_t from, uint64_t amount)
{
    uint64_t clock = from / NETBURST_CLOCK, end = from;

    if (amount > LONG)
        return netburst_occupancy_occupy_long(occupancy, resource, from, amount);
    for (uint64_t left = amount; left; clock++) {
        struct netburst_occupancy_clock *use;
        uint64_t part;

        if (!netburst_occupancy_stores(now, clock))
            return from;
        use = netburst_occupancy_clock(occupancy, clock);
        part = NETBURST_CLOCK - use->used[resource];
        part = left < part ? left : part;
        if (!part)
            continue;
        use->used[resource] = (uint8_t)(use->used[resource] + part);
        left -= part;
        end = clock * NETBURST_CLOCK + use->used[resource];
    }
    return end > from + amount ? end - amount : from;
}

unsigned netburst_occupancy_less_used(struct netburst_occupancy *occupancy, unsigned first,
                                      unsigned second, uint64_t now, uint64_t from)
{
    const uint64_t clock = from / NETBURST_CLOCK;
    const struct netburst_occupancy_clock *use;

    if (!netburst_occupancy_stores(now, clock))
        return first;
    use = netburst_occupancy_clock(occupancy, clock);
    return use->used[second] < use->used[first] ? second : first;
}
