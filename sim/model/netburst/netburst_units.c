/*
 * SPDX-License-Identifier: MIT
 * Stores the use of each port and unit clock by clock.
 */
#include "sim/model/netburst/netburst_units.h"

#include <stdbool.h>
#include <string.h>

#include "sim/model/netburst/netburst_plan.h"

static struct netburst_units_clock *netburst_units_clock(struct netburst_units *units,
                                                         uint64_t clock)
{
    struct netburst_units_clock *found = &units->clocks[clock % NETBURST_UNITS_CLOCKS];

    if (found->clock != clock) {
        memset(found, 0, sizeof *found);
        found->clock = clock;
    }
    return found;
}

static bool netburst_units_stores(uint64_t now, uint64_t clock)
{
    return clock < now / NETBURST_CLOCK + NETBURST_UNITS_CLOCKS;
}

/* Longer instructions are in program order, since many of them reach beyond the stored clocks. */
#define LONG (8 * NETBURST_CLOCK)

static uint64_t netburst_units_occupy_long(struct netburst_units *units, unsigned resource,
                                           uint64_t from, uint64_t amount)
{
    if (from < units->free[resource])
        from = units->free[resource];
    units->free[resource] = from + amount;
    return from;
}

uint64_t netburst_units_occupy(struct netburst_units *units, unsigned resource, uint64_t now,
                               uint64_t from, uint64_t amount)
{
    uint64_t clock = from / NETBURST_CLOCK, end = from;

    if (amount > LONG)
        return netburst_units_occupy_long(units, resource, from, amount);
    for (uint64_t left = amount; left; clock++) {
        struct netburst_units_clock *use;
        uint64_t part;

        if (!netburst_units_stores(now, clock))
            return from;
        use = netburst_units_clock(units, clock);
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

uint64_t netburst_units_next(struct netburst_units *units, unsigned resource, uint64_t now,
                             uint64_t from)
{
    uint64_t clock = from / NETBURST_CLOCK;
    uint64_t next;

    while (netburst_units_stores(now, clock) &&
           netburst_units_clock(units, clock)->used[resource] >= NETBURST_CLOCK)
        clock++;
    if (!netburst_units_stores(now, clock))
        return from;
    next = clock * NETBURST_CLOCK + netburst_units_clock(units, clock)->used[resource];
    return next > from ? next : from;
}
