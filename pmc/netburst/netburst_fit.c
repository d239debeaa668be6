/*
 * SPDX-License-Identifier: MIT
 * Distributes values over pairs of ESCRs, and matches units to counters.
 */
#include "pmc/netburst/netburst_fit.h"

#define ROUTINGS   8
#define MOST_PAIRS ROUTINGS /* maximum of a block */

/* The values of one pair of ESCRs: at most two. */
struct netburst_fit_pair {
    uint32_t value[2];
    uint8_t n;
    uint8_t escr[2]; /* indexed by side */
};

/* A block, and the current distribution of values over its pairs. */
struct netburst_fit_block {
    const struct netburst_units *units;
    struct netburst_fit_pair pairs[MOST_PAIRS]; /* indexed by routing */
    unsigned turned;                            /* mask: pairs whose first value is on side 1 */
    uint8_t number;                             /* enum netburst_block */
    uint8_t user[NETBURST_COUNTERS];            /* unit that uses the counter */
};

static bool netburst_fit_is_in(const struct netburst_fit_block *block,
                               const struct netburst_unit *unit)
{
    return netburst_escrs[unit->at[0]].block == block->number;
}

static struct netburst_fit_pair *netburst_fit_pair_of(struct netburst_fit_block *block,
                                                      const struct netburst_unit *unit)
{
    return &block->pairs[netburst_escrs[unit->at[0]].routing];
}

/* Collects the values of each pair. Returns false if a pair needs a third value. */
static bool netburst_fit_collect(struct netburst_fit_block *block)
{
    for (unsigned i = 0; i < ROUTINGS; i++)
        block->pairs[i] = (struct netburst_fit_pair){.escr = {NETBURST_NONE, NETBURST_NONE}};
    for (unsigned i = 0; i < NETBURST_ESCRS; i++)
        if (netburst_escrs[i].block == block->number)
            block->pairs[netburst_escrs[i].routing].escr[netburst_escrs[i].side] = (uint8_t)i;
    for (unsigned i = 0; i < block->units->n; i++) {
        const struct netburst_unit *unit = &block->units->unit[i];
        if (!netburst_fit_is_in(block, unit))
            continue;
        struct netburst_fit_pair *pair = netburst_fit_pair_of(block, unit);
        unsigned at = 0;
        while (at < pair->n && pair->value[at] != unit->escr)
            at++;
        if (at == 2)
            return false;
        pair->value[at] = unit->escr;
        pair->n = at < pair->n ? pair->n : (uint8_t)(at + 1);
    }
    return true;
}

/* Returns whether the ESCR holds the unit's value in the current distribution. */
static bool netburst_fit_has_value(struct netburst_fit_block *block,
                                   const struct netburst_unit *unit, unsigned escr)
{
    if (escr == NETBURST_NONE)
        return false;
    const struct netburst_fit_pair *pair = netburst_fit_pair_of(block, unit);
    unsigned side = netburst_escrs[escr].side;
    unsigned turned = block->turned >> netburst_escrs[escr].routing & 1;
    return pair->n == 1 || pair->value[side ^ turned] == unit->escr;
}

/* The ESCR through which the counter can count the unit; NETBURST_NONE: none. */
static unsigned netburst_fit_escr_for(struct netburst_fit_block *block,
                                      const struct netburst_unit *unit, unsigned counter)
{
    for (unsigned i = 0; i < 2; i++)
        if (unit->counters >> counter & 1 && netburst_fit_has_value(block, unit, unit->at[i]) &&
            netburst_registers_reach(unit->at[i]) >> counter & 1)
            return unit->at[i];
    return NETBURST_NONE;
}

/*
 * Finds a counter for the unit by an augmenting path. `tried`: mask of counters already on the
 * path.
 */
static bool netburst_fit_place(struct netburst_fit_block *block, unsigned unit, uint32_t *tried)
{
    for (unsigned counter = 0; counter < NETBURST_COUNTERS; counter++) {
        if (*tried >> counter & 1 ||
            netburst_fit_escr_for(block, &block->units->unit[unit], counter) == NETBURST_NONE)
            continue;
        *tried |= 1u << counter;
        if (block->user[counter] == NETBURST_NONE ||
            netburst_fit_place(block, block->user[counter], tried)) {
            block->user[counter] = (uint8_t)unit;
            return true;
        }
    }
    return false;
}

/* Matches all units to counters for the current distribution. */
static bool netburst_fit_match(struct netburst_fit_block *block)
{
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++)
        block->user[i] = NETBURST_NONE;
    for (unsigned i = 0; i < block->units->n; i++) {
        const struct netburst_unit *unit = &block->units->unit[i];
        uint32_t tried = 0;
        if (!netburst_fit_is_in(block, unit))
            continue;
        if (unit->role == NETBURST_COMPANION ? !netburst_fit_has_value(block, unit, unit->at[0])
                                             : !netburst_fit_place(block, i, &tried))
            return false;
    }
    return true;
}

static void netburst_fit_store(struct netburst_fit_block *block, struct netburst_fit *fit)
{
    for (unsigned i = 0; i < NETBURST_COUNTERS; i++) {
        unsigned unit = block->user[i];
        if (unit == NETBURST_NONE)
            continue;
        fit->counter[unit] = (uint8_t)i;
        fit->escr[unit] = (uint8_t)netburst_fit_escr_for(block, &block->units->unit[unit], i);
    }
    for (unsigned i = 0; i < block->units->n; i++) {
        const struct netburst_unit *unit = &block->units->unit[i];
        if (unit->role != NETBURST_COMPANION || !netburst_fit_is_in(block, unit))
            continue;
        fit->counter[i] = NETBURST_NONE;
        fit->escr[i] = unit->at[0];
    }
}

static bool netburst_fit_try_block(struct netburst_fit_block *block, struct netburst_fit *fit)
{
    unsigned shared = 0; /* mask of pairs that need two values */
    if (!netburst_fit_collect(block))
        return false;
    for (unsigned i = 0; i < MOST_PAIRS; i++)
        shared |= block->pairs[i].n == 2 ? 1u << i : 0;
    block->turned = 0;
    do {
        if (netburst_fit_match(block)) {
            netburst_fit_store(block, fit);
            return true;
        }
        block->turned = (block->turned - shared) & shared; /* the next subset */
    } while (block->turned);
    return false;
}

bool netburst_fit_units(const struct netburst_units *units, struct netburst_fit *fit)
{
    for (unsigned i = 0; i < NETBURST_BLOCKS; i++) {
        struct netburst_fit_block block = {.units = units, .number = (uint8_t)i};
        if (!netburst_fit_try_block(&block, fit))
            return false;
    }
    return true;
}
