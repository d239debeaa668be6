/*
 * SPDX-License-Identifier: MIT
 * The tables of netburst_registers.def, and which counter reaches which ESCR.
 */
#include "pmc/netburst/netburst_registers.h"

#define NO_COUNTER NETBURST_NONE
#define ALL        NETBURST_MODELS_ALL
#define TO_2       NETBURST_MODELS_TO_2

const struct netburst_counter netburst_counters[NETBURST_COUNTERS] = {
#define COUNTER(number, name, cccr, block, side, cascade, extended)                                \
    [number] = {#name, #cccr, NETBURST_##block, side, cascade, extended},
#define ESCR(name, address, routing, block, side, models)
#include "pmc/netburst/netburst_registers.def"
#undef COUNTER
#undef ESCR
};

const struct netburst_escr netburst_escrs[] = {
#define COUNTER(number, name, cccr, block, side, cascade, extended)
#define ESCR(name, address, routing, block, side, models)                                          \
    {#name, address, routing, NETBURST_##block, side, models},
#include "pmc/netburst/netburst_registers.def"
#undef COUNTER
#undef ESCR
};
_Static_assert(sizeof netburst_escrs / sizeof netburst_escrs[0] == NETBURST_ESCRS,
               "an ESCR is missing or doubled");

uint32_t netburst_registers_reach(unsigned escr)
{
    uint32_t counters = 0;
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        if (netburst_counters[i].block == netburst_escrs[escr].block &&
            netburst_counters[i].side == netburst_escrs[escr].side)
            counters |= 1u << i;
    return counters;
}

unsigned netburst_escr_at(unsigned counter, unsigned routing)
{
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (netburst_escrs[i].routing == routing && netburst_registers_reach(i) >> counter & 1)
            return i;
    return NETBURST_NONE;
}
