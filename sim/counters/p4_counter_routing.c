/*
 * SPDX-License-Identifier: MIT
 * Blocks, sides and routing, from pmc/netburst/netburst_registers.def.
 */
#include "sim/counters/p4_counter_routing.h"

enum block { BLOCK_BPU, BLOCK_MS, BLOCK_FLAME, BLOCK_IQ };
enum models { MODELS_ALL, MODELS_TO_2 };

const struct p4_counter_route p4_counter_routes[P4_COUNTERS] = {
#define COUNTER(number, name, cccr, block, side, cascade, extended)                                \
    [number] = {BLOCK_##block, side, cascade, extended},
#define ESCR(name, address, routing, block, side, models)
#include "pmc/netburst/netburst_registers.def"
#undef COUNTER
#undef ESCR
};

static const struct {
    uint16_t address;
    uint8_t routing, block, side, models;
} escrs[P4_ESCRS] = {
#define COUNTER(number, name, cccr, block, side, cascade, extended)
#define ESCR(name, address, routing, block, side, models)                                          \
    [P4_##name] = {address, routing, BLOCK_##block, side, MODELS_##models},
#include "pmc/netburst/netburst_registers.def"
#undef COUNTER
#undef ESCR
};

static bool is_there(const struct p4_counters *counters, unsigned escr)
{
    return counters->family.iq_escrs || escrs[escr].models != MODELS_TO_2;
}

unsigned p4_counter_routing_escr(const struct p4_counters *counters, unsigned n)
{
    const unsigned routing = CCCR_ROUTING(counters->counter[n].cccr);

    for (unsigned i = 0; i < P4_ESCRS; i++)
        if (escrs[i].routing == routing && escrs[i].block == p4_counter_routes[n].block &&
            escrs[i].side == p4_counter_routes[n].side && is_there(counters, i))
            return i;
    return P4_ESCRS;
}

unsigned p4_counter_routing_escr_at(const struct p4_counters *counters, uint32_t msr)
{
    for (unsigned i = 0; i < P4_ESCRS; i++)
        if (escrs[i].address == msr && is_there(counters, i))
            return i;
    return P4_ESCRS;
}
